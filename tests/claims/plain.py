"""What makes a sentence of the ledger plain: the faults of one, by simple signs."""

import re

LONGEST = 470
MOST_NAMED = 4
CODE = {
    "a dotted path": re.compile(r"\b[a-z_]+\.[a-z_]{2,}\b"),
    "a name of code": re.compile(r"\w_\w"),
    "a tuple": re.compile(r"[\[(][^()\[\]]*\d\s*,\s[^()\[\]]*[\])]"),
    "a list of more than four": re.compile(r"(?:[^,;:.]{1,40}, ){3}[^,;:.]{1,40} (?:and|or) "),
    "code in quotes or braces": re.compile(r"(?<!\w)['\"{][^'\"{}]+['\"}](?!\w)"),
}


def faults(text: str, longest: int = LONGEST) -> list[str]:
    """What is not plain in a text of several sentences."""
    found = [what for what, pattern in CODE.items() if pattern.search(text)]
    if len(text) > longest:
        found.append(f"{len(text)} letters")
    if not text.endswith("."):
        found.append("no full stop")
    starts = [text[:1], *re.findall(r"(?<!\beq)\. (\S)", text)]
    found += [f"a sentence begins with {start}" for start in starts if not start.isupper()]
    if any(clause.count(", ") > MOST_NAMED for clause in re.split(r"[.;:] ", text)):
        found.append("a list")
    return found
