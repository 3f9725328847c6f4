"""Cuts the protos' descriptors down to what a client over Connect needs; see generate-clients.

    client_descriptors.py ALL CLIENTS

Leaves out the routes of REST with the google protos that describe them, and of google.rpc all but
the details that errors of this API have. Comments stay.
"""

import sys
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

ERRORS = "google/rpc/error_details.proto"
DETAILS = ("ErrorInfo", "LocalizedMessage", "RetryInfo")
MESSAGE_TYPE = FileDescriptorProto.MESSAGE_TYPE_FIELD_NUMBER


def needed(name: str) -> bool:
    """Whether a client needs the file."""
    return not name.startswith("google/api/") and name != "google/protobuf/descriptor.proto"


def without_routes(file: FileDescriptorProto) -> None:
    """Drop the options of methods, and the import that declares them."""
    kept = [name for name in file.dependency if needed(name)]
    del file.dependency[:]
    file.dependency.extend(kept)
    for service in file.service:
        for method in service.method:
            method.ClearField("options")


def details_alone(file: FileDescriptorProto) -> None:
    """Drop the messages that no error of ours has, and move the comments of the others along."""
    place = {}
    kept = []
    for old, message in enumerate(file.message_type):
        if message.name in DETAILS:
            place[old] = len(kept)
            kept.append(message)
    locations = []
    for location in file.source_code_info.location:
        if location.path[:1] == [MESSAGE_TYPE]:
            if location.path[1] not in place:
                continue
            location.path[1] = place[location.path[1]]
        locations.append(location)
    messages = FileDescriptorProto(message_type=kept).message_type
    comments = type(file.source_code_info)(location=locations)
    del file.message_type[:]
    file.message_type.extend(messages)
    file.source_code_info.CopyFrom(comments)


def main(source: str, destination: str) -> None:
    """Read the one file, write the other."""
    everything = FileDescriptorSet.FromString(Path(source).read_bytes())
    files = [file for file in everything.file if needed(file.name)]
    for file in files:
        without_routes(file)
        if file.name == ERRORS:
            details_alone(file)
    Path(destination).write_bytes(FileDescriptorSet(file=files).SerializeToString())


if __name__ == "__main__":
    main(*sys.argv[1:])
