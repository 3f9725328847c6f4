"""The comments of the protos, which descriptors at run time do not carry.

They are in the descriptor set that `make generate` writes beside the stubs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)

_PACKAGE = "conquian.v1"
_SYNTAX = (FileDescriptorProto.SYNTAX_FIELD_NUMBER,)

Comments = Mapping[str, str]
"""By full name; of a file, what stands at its top, by its name."""


def read_comments() -> Comments:
    """Every comment of the API."""
    written = resources.files(_PACKAGE).joinpath("descriptors.binpb").read_bytes()
    return {
        name: text
        for file in FileDescriptorSet.FromString(written).file
        if file.package == _PACKAGE
        for name, text in _of_file(file)
    }


def summary_of(comment: str) -> str:
    """A comment's first sentence, without its full stop."""
    return re.split(r"[.;](?:\s|$)", comment, maxsplit=1)[0]


def _of_file(file: FileDescriptorProto) -> Iterator[tuple[str, str]]:
    texts = {
        tuple(location.path): _unwrapped(location.leading_comments)
        for location in file.source_code_info.location
        if location.leading_comments
    }
    if _SYNTAX in texts:
        yield file.name, texts[_SYNTAX]
    for name, path in _elements(file):
        if path in texts:
            yield f"{file.package}.{name}", texts[path]


def _elements(file: FileDescriptorProto) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Names in a file and the paths that `SourceCodeInfo` has for them."""
    for kind in ("message_type", "enum_type", "service"):
        number = FileDescriptorProto.DESCRIPTOR.fields_by_name[kind].number
        elements: Sequence[Any] = getattr(file, kind)
        for index, element in enumerate(elements):
            yield element.name, (number, index)
            yield from _parts(element, element.name, (number, index))


def _parts(
    element: DescriptorProto | EnumDescriptorProto | ServiceDescriptorProto,
    name: str,
    path: tuple[int, ...],
) -> Iterator[tuple[str, tuple[int, ...]]]:
    for kind in ("field", "value", "method"):
        described = element.DESCRIPTOR.fields_by_name.get(kind)
        if described is not None:
            for index, part in enumerate(getattr(element, kind)):
                yield f"{name}.{part.name}", (*path, described.number, index)


def _unwrapped(comment: str) -> str:
    """A comment with its lines joined; paragraphs and lists stay apart."""
    lines = [line.removeprefix(" ").rstrip() for line in comment.rstrip().splitlines()]
    text = "\n".join(lines)
    # The file's own comment stands at the top of the page as well.
    return re.sub(r"(?<!\n)\n(?![\n ])", " ", text).strip().replace("this file", "this page")
