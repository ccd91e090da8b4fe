"""Makes one page of the whole book, for a printer: all its pages in their order, each on a new sheet, with a list of contents. A link to another
page of the book becomes one within this page; sources and recordings stay where they are."""

import posixpath
import re
import urllib.parse

PAGE = "print.md"
STUB = "# The whole book\n\nFor a printer: all pages in one.\n"
ARTICLE = re.compile(r'(<article class="md-content__inner md-typeset">)(.*?)(</article>)', re.DOTALL)
# Numbers of lines, to which only pages of sources have links, and recordings, which play on a screen.
DROPPED = re.compile(r'<a id="__codelineno[^>]*></a>|<details><summary>Play [\w-]+ here</summary>.*?</details>', re.DOTALL)
TAG = re.compile(r"<[a-z][^>]*>")
ATTRIBUTE = re.compile(r'\b(id|name|href|src)="([^"]*)"')
TITLE = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)


def address_of(page):
    """Where mkdocs puts a page of the book."""
    folder, name = posixpath.split(page)
    return posixpath.join(folder, "index.html" if name == "README.md" else name.removesuffix(".md") + ".html")


def place_of(address):
    """The name of a page as a place in the one page."""
    return "page-" + re.sub(r"[^\w-]", "-", address.removesuffix(".html"))


def moved(address, link, printed):
    """A link of the page `address`, as it must be in the one page."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme or parts.netloc:
        return link
    target = posixpath.normpath(posixpath.join(posixpath.dirname(address), parts.path)) if parts.path else address
    if target in printed:
        return f"#{place_of(target)}" + (f"--{parts.fragment}" if parts.fragment else "")
    return target + (f"#{parts.fragment}" if parts.fragment else "")


def section(address, text, printed):
    """One page of the book."""
    def changed(found):
        name, value = found.groups()
        new = f"{place_of(address)}--{value}" if name in ("id", "name") else moved(address, value, printed)
        return f'{name}="{new}"'

    text = TAG.sub(lambda tag: ATTRIBUTE.sub(changed, tag[0]), DROPPED.sub("", text))
    return f'<section class="printed" id="{place_of(address)}">\n{text.strip()}\n</section>\n'


def make(site, parts):
    """Fills the page that mkdocs has made of STUB. `parts` are titles with the book's pages, in order."""
    printed = {address_of(page) for _, pages in parts for page in pages}
    contents, sections = [], []
    for title, pages in parts:
        rows = []
        for address in map(address_of, pages):
            text = ARTICLE.search((site / address).read_text(encoding="utf-8"))[2]
            rows.append(f'<li><a href="#{place_of(address)}">{TITLE.search(text)[1]}</a></li>')
            sections.append(section(address, text, printed))
        contents.append(f"<li>{title}<ol>{''.join(rows)}</ol></li>")
    page = site / address_of(PAGE)
    text = page.read_text(encoding="utf-8")
    whole = f'<h1 id="the-whole-book">The whole book</h1>\n<ol class="contents">{"".join(contents)}</ol>\n{"".join(sections)}'
    page.write_text(ARTICLE.sub(lambda found: found[1] + whole + found[3], text, count=1), encoding="utf-8")
