"""Reads a patch of the VM's sources, the lab `opcode`. It is not built: that takes minutes, and
would run a stranger's C++. What can be known without: the row of the table, the count, and what the
meaning computes, since that is one C++ expression, which is evaluated here for some values.
Words that the evaluation does not know make no verdict.
"""

import ast
import re

from minijvm_lab.stages import CannotTell, Rejection

TABLE, COUNT, MEANINGS = "classfile/opcodes.def", "classfile/opcodes.h", "vm/interp/meanings.def"
# The stepper's sentence for the instruction.
SENTENCES = "tools/stepper/explain/sentences.def"
ROW = re.compile(
    r'MJ_OPCODE\(\s*(\w+)\s*,\s*(\w+)\s*,\s*"([^"]*)"\s*,\s*"([^"]*)"\s*,\s*([\w|\s]+?)\s*,'
)
MEANING = re.compile(r"(MJ_\w+)\(\s*isquare\s*,\s*(\w+)\s*,\s*(\w+)\s*,")
VALUES = (12, 0, 1, -1, -3, 7, 46340, 46341, -65536, 2**31 - 1, -(2**31))
MOST_EXPRESSION = 200


def check(lab, text):
    def reject(word, detail=""):
        raise Rejection("submission", lab.sentence(word, text), detail)

    added, removed = changes_of(text)
    if not added:
        reject("no-patch")
    for file in added:
        if file not in (TABLE, COUNT, MEANINGS, SENTENCES) and not file.startswith("tests/"):
            reject("elsewhere", file)
    look_at_table(added, removed, reject)
    look_at_meaning(added.get(MEANINGS, []), reject)


def changes_of(text):
    """The lines that a unified diff adds and removes: file -> lines."""
    added, removed, file = {}, {}, ""
    for line in text.splitlines():
        if line.startswith("+++ "):
            file = re.sub(r"^b/", "", line[4:].split("\t")[0].strip())
            added[file], removed[file] = [], []
        elif file and line.startswith("diff "):
            file = ""
        elif file and line.startswith("+"):
            added[file].append(line[1:].strip())
        elif file and line.startswith("-") and not line.startswith("--- "):
            removed[file].append(line[1:].strip())
    return added, removed


def look_at_table(added, removed, reject):
    if any(removed.get(file) for file in (TABLE, MEANINGS)):
        reject("removed")
    rows = list(ROW.finditer(joined(added.get(TABLE, []))))
    if len(rows) != 1:
        reject("row")
    byte, name, operands, effect, flags = rows[0].groups()
    if byte.lower() != "0xca":
        reject("byte")
    if name != "isquare":
        reject("name")
    if operands != "b":
        reject("format")
    if effect != "I>I":
        reject("effect")
    if flags != "kNone":
        reject("flags")
    before = re.findall(r"kOpcodeCount = (\d+);", "\n".join(removed.get(COUNT, [])))
    after = re.findall(r"kOpcodeCount = (\d+);", "\n".join(added.get(COUNT, [])))
    if len(before) != 1 or len(after) != 1 or int(after[0]) != int(before[0]) + 1:
        reject("count")


def look_at_meaning(lines, reject):
    text = joined(lines)
    found = list(MEANING.finditer(text))
    if len(found) != 1:
        reject("meaning")
    kind, taken, left = found[0].groups()
    expression = to_closing(text[found[0].end() :]).strip()
    if (kind, taken, left) != ("MJ_UNARY", "INT", "INT"):
        reject("kinds")
    for x in VALUES:
        result = value_of(expression, x)
        if result is None:
            reject("overflow", f"x is {x}")
        if result != wrapped(x * x):
            reject("value", f"It makes {result} of {x}.")


def joined(lines):
    """A row may be on two lines, and have a comment."""
    return " ".join(line.partition("//")[0].strip() for line in lines)


def to_closing(text):
    """What stands before the parenthesis that closes the row."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return text[:at]
    return text


def wrapped(value):
    return (value + 2**31) % 2**32 - 2**31


def value_of(expression, x):
    """What C++ makes of the expression if x is an int, as an int; None where C++ leaves it open."""
    words = re.findall(r"[A-Za-z_]\w*", re.sub(r"\b\d+[uU]?\b", "", expression))
    plain = re.fullmatch(r"(?:\w|[-+*&|^~() ])+", expression) and "**" not in expression
    if not plain or len(expression) > MOST_EXPRESSION or set(words) - {"x", "bits", "wrap"}:
        raise unknown(expression)
    try:
        tree = ast.parse(re.sub(r"\b(\d+)[uU]\b", r"bits(\1)", expression), mode="eval")
        is_unsigned, value = evaluate(tree.body, x)
    except (SyntaxError, RecursionError, MemoryError):
        raise unknown(expression) from None
    except OverflowError:
        return None
    return wrapped(value) if is_unsigned else value


def unknown(expression):
    return CannotTell(
        "submission",
        "The row of the meaning is more than this check evaluates; a teacher has to read it.",
        expression,
    )


OPERATIONS = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitXor: lambda a, b: a ^ b,
    ast.UAdd: lambda a: a,
    ast.USub: lambda a: -a,
    ast.Invert: lambda a: ~a,
}


def evaluate(node, x):
    """(whether it is unsigned, the value). An int that overflows has no value in C++."""
    if isinstance(node, ast.Name) and node.id == "x":
        return False, x
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value < 2**31:
        return False, node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        wanted = node.func.id == "wrap"
        is_unsigned, value = evaluate(node.args[0], x)
        if node.func.id in ("wrap", "bits") and is_unsigned == wanted:
            return not wanted, wrapped(value) if wanted else value % 2**32
    if isinstance(node, (ast.BinOp, ast.UnaryOp)) and type(node.op) in OPERATIONS:
        sides = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.operand]
        operands = [evaluate(side, x) for side in sides]
        is_unsigned = any(side for side, _ in operands)
        values = [value % 2**32 if is_unsigned else value for _, value in operands]
        value = OPERATIONS[type(node.op)](*values)
        if not is_unsigned and not -(2**31) <= value < 2**31:
            raise OverflowError
        return is_unsigned, value % 2**32 if is_unsigned else value
    raise SyntaxError
