"""What runs on the board, under MicroPython."""

import gc

if hasattr(gc, "threshold"):  # CPython has none
    # The modules are compiled on the heap: what that leaves behind is cleared before objects that
    # stay settle in between, else the free memory ends up in pieces too small for the next module.
    gc.threshold(16 * 1024)
