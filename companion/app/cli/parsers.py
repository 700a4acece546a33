"""What every command of `dragonbag` adds itself to, and how it is run."""

import argparse
from collections.abc import Callable
from typing import TypeAlias

# argparse has no public name for what add_subparsers() returns.
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Run = Callable[[argparse.Namespace], None]  # raises CommandError if it cannot be done
