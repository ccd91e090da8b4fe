"""Perfetto's own classes for traces, made by its developers from its .proto files. They are a part of the Python package perfetto, which pip fetches; it is not
kept here."""

import importlib
import pathlib
import subprocess
import sys

PACKAGE = "perfetto"
MODULE = "perfetto.protos.perfetto.trace.perfetto_trace_pb2"


class Missing(Exception):
    """Says why there is no schema."""


def load(cache):
    """The module with the classes. `cache` is a folder in which the package stays."""
    sys.path.append(str(cache))
    try:
        return importlib.import_module(MODULE)
    except ImportError:
        fetch(pathlib.Path(cache))
    importlib.invalidate_caches()
    try:
        return importlib.import_module(MODULE)
    except ImportError as why:
        raise Missing(f"{PACKAGE} has no {MODULE}: {why}") from why


def fetch(cache):
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", str(cache), PACKAGE]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    except (OSError, subprocess.TimeoutExpired) as why:
        raise Missing(f"pip cannot be run: {why}") from why
    if done.returncode != 0:
        raise Missing(f"pip cannot fetch {PACKAGE}: {done.stderr.strip().splitlines()[-1:]}")


def unknown_fields(message, path="Trace"):
    """Yields where the message has fields that the schema does not have there, or has with another type."""
    from google.protobuf import unknown_fields as unknown
    for field in unknown.UnknownFieldSet(message):
        yield f"{path}: field {field.field_number} of wire type {field.wire_type}"
    for descriptor, value in message.ListFields():
        if descriptor.message_type is None:
            continue
        for each in value if hasattr(value, "__len__") and not hasattr(value, "ListFields") else (value,):
            yield from unknown_fields(each, f"{path}.{descriptor.name}")
