"""The rules that the board and the host share. Runs unmodified on MicroPython and CPython.

Pure: nothing here reads a clock, draws at random, or does input or output.
"""
