"""The hardware as data: what the board files name, drawn, counted, fed and boxed.

`python -m hardware.design` writes everything that is generated under ``hardware/``. Nothing of this
runs on a table: firmware and host know nothing of it.
"""
