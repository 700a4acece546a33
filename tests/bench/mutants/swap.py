"""Put the code of a mutant into a module that others have imported already.

A function stays the same object with other code, so that whoever holds it has the mutant; a class
or a value takes the place of the old one in every module.
"""

import sys
import warnings
from types import FunctionType, ModuleType
from typing import Any


def swap(module: ModuleType, source: str) -> None:
    """Give the module the functions, classes and values of `source`; raise what that raises."""
    for name, new in vars(_made_of(source, module)).items():
        old = vars(module).get(name)
        if name.startswith("__") or new is old:
            continue
        if isinstance(new, FunctionType) and isinstance(old, FunctionType):
            _take_over(old, new)
        else:
            _replace(name, old, new)


def _made_of(source: str, module: ModuleType) -> ModuleType:
    fresh = ModuleType(module.__name__)
    fresh.__file__, fresh.__package__ = module.__file__, module.__package__
    sys.modules[module.__name__] = fresh  # where a dataclass looks up its own names
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(source, str(module.__file__), "exec"), vars(fresh))
    finally:
        sys.modules[module.__name__] = module
    return fresh


def _take_over(old: FunctionType, new: FunctionType) -> None:
    old.__code__ = new.__code__
    old.__defaults__, old.__kwdefaults__ = new.__defaults__, new.__kwdefaults__


def _replace(name: str, old: Any, new: Any) -> None:
    for module in list(sys.modules.values()):
        if getattr(module, "__dict__", {}).get(name) is old:
            setattr(module, name, new)
