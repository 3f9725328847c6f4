"""Frozen values that are cheap to make.

`@dataclass(frozen=True)` fills a value through `object.__setattr__`, which looks every
field up by its name. A game makes half a dozen values for each decision, so that this was
a fifth of its time. `filled_by_slot` gives such a class an `__init__` of the same
parameters that stores each field through its slot; nothing else about the class changes.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from functools import update_wrapper
from typing import Any, TypeVar

T = TypeVar("T")


def filled_by_slot(cls: type[T]) -> type[T]:
    """Decorate a frozen, slotted dataclass without default factories."""
    scope: dict[str, Any] = {}
    parameters = ["self"]
    body = []
    for field in fields(cls):  # type: ignore[arg-type]  # a dataclass, as the name says
        name = field.name
        scope[f"_put_{name}"] = cls.__dict__[name].__set__
        scope[f"_default_{name}"] = field.default
        given = "" if field.default is MISSING else f"=_default_{name}"
        parameters.append(f"{name}{given}")
        body.append(f"    _put_{name}(self, {name})")
    text = "\n".join((f"def __init__({', '.join(parameters)}):", *body))
    exec(text, scope)  # noqa: S102  # of the class's own field names, as dataclass does it
    cls.__init__ = update_wrapper(scope["__init__"], cls.__init__)  # type: ignore[method-assign]
    return cls
