"""The board's `/main.py`: starts the table at power-up."""

from firmware.main import main

main()
