"""What only a real Raspberry Pi can confirm: `pytest -m pi` there, skipped elsewhere."""
