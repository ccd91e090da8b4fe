"""Turns the names of files that a page writes as code into links: to another page of the book, or to a page that shows the source, at the line that the
page speaks of (`path:/text/`)."""

import os
import pathlib
import re

FENCE = re.compile(r"^(```|~~~)")
LIST = re.compile(r"^(?:- |1\. )")
CODE = re.compile(r"(?<![`\[])`([^`\n]+)`(?!`)")
NAMED = re.compile(r"([\w./+-]+)(?::/([^/]+)/?)?$")
LINK = re.compile(r"\]\(([^)#:\s]+)(#[^)\s]*)?\)")
RECORDING = re.compile(r"^<!-- recording: ([\w-]+) -->$", re.MULTILINE)
SOURCES = {".cpp": "cpp", ".h": "cpp", ".def": "cpp", ".java": "java", ".py": "python", ".mjs": "js", ".ts": "ts", ".tsx": "tsx", ".S": "asm", ".pml": "c",
           ".txt": "text", ".json": "json", ".cmake": "cmake", ".patch": "diff", ".gdb": "text", "": "text"}


class Book:
    """Which file of the tree is which page, and which sources the pages have named."""

    def __init__(self, root, pages):
        self.root, self.pages = root, pages       # pages: file of the tree -> page of the book
        self.sources = set()

    def find(self, name, folder):
        """The file of the tree that a page in `folder` means by this name, or None."""
        for base in (self.root, folder):
            path = pathlib.Path(os.path.normpath(base / name))
            if path.is_dir() and path / "README.md" in self.pages:
                return path / "README.md"
            if path.is_file() and self.is_source(path):
                return path
        return None

    def is_source(self, path):
        """Of this tree, and not what a build has made."""
        return self.root in path.resolve().parents and self.root / "build" not in path.resolve().parents and (path in self.pages or path.suffix in SOURCES)

    def page_of(self, path):
        if path in self.pages:
            return self.pages[path]
        self.sources.add(path)
        return self.source_page(path)

    def source_page(self, path):
        # mkdocs leaves out what begins with a dot.
        return f"source/{str(path.relative_to(self.root)).lstrip('.')}.md"

    def link(self, path, page):
        return os.path.relpath(self.page_of(path), os.path.dirname(page) or ".")

    def linked_code(self, found, folder, page):
        named = NAMED.match(found.group(1))
        is_path = named and ("/" in named.group(1) or named.group(1).endswith(".md"))
        path = self.find(named.group(1), folder) if is_path else None
        if not path:
            return found.group(0)
        text = named.group(2)
        anchor = f"#{line_anchor(path, text)}" if text and path not in self.pages else ""
        shown = named.group(1) if not text else f"{named.group(1)}: {text}"
        return f"[`{shown}`]({self.link(path, page)}{anchor})"

    def moved_link(self, found, folder, page):
        path = self.find(found.group(1), folder)
        return f"]({self.link(path, page)}{found.group(2) or ''})" if path else found.group(0)

    def linked(self, line, folder, page):
        if "](" in line:
            line = LINK.sub(lambda found: self.moved_link(found, folder, page), line)
        return CODE.sub(lambda found: self.linked_code(found, folder, page), line)

    def prose(self, text, folder, page):
        """The page with its links. What stands in a block of code stays as it is."""
        lines, is_code = [], False
        for line in text.splitlines():
            if FENCE.match(line):
                is_code = not is_code
                line = line.replace("```try", "```text")
            elif not is_code and not line.startswith("    "):
                # Python's Markdown wants an empty line before a list, as few others do.
                if LIST.match(line) and lines and lines[-1].strip() and not re.match(r"\s|- |\d+\. ", lines[-1]):
                    lines.append("")
                line = self.linked(line, folder, page)
            lines.append(line)
        return RECORDING.sub(lambda found: recording(found.group(1), page), "\n".join(lines) + "\n")


def line_anchor(path, text):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if text in line:
            return f"__codelineno-0-{number}"
    return "__codelineno-0-1"


def recording(name, page):
    """Closed at first: a solution is looked at afterwards, and a page that plays takes the keyboard."""
    address = os.path.relpath(f"recordings/{name}.html", os.path.dirname(page) or ".")
    return (f'<details><summary>Play {name} here</summary>'
            f'<iframe class="recording" title="The recording {name}" src="{address}" loading="lazy"></iframe></details>\n')
