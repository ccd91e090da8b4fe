"""A part of a README that a program writes: between the lines `<!-- NAME begins -->` and `<!-- NAME ends -->`."""


def write_part(readme, name, text):
    begin, end = f"<!-- {name} begins -->\n", f"<!-- {name} ends -->\n"
    whole = readme.read_text(encoding="utf-8")
    readme.write_text(whole[: whole.index(begin) + len(begin)] + text + whole[whole.index(end) :], encoding="utf-8")
