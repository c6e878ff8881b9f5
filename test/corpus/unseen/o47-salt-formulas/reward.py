# Reward for naming -> formula questions. The completion ends with "Formula: ...".
import re

SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")

# One or more of: an element with a count, or a bracketed group with a count.
SPECIES = re.compile(r"(?:[A-Z][a-z]?\d*|\((?:[A-Z][a-z]?\d*)+\)\d*)+")


def plain(markup):
    """H_{2}SO_4, \\ce{H2SO4}, **H2SO4** and H₂SO₄ are one and the same."""
    s = markup.translate(SUBSCRIPTS).translate(SUPERSCRIPTS)
    for junk in ("\\ce", "\\mathrm", "\\text", "$", "_", "{", "}", "*", "`"):
        s = s.replace(junk, "")
    return s.strip()


def species(s):
    # "CaCl2 (calcium chloride)", "CaCl2(s)" or "CaCl2." should all give CaCl2
    found = SPECIES.search(plain(s))
    return found.group() if found else None


def last_formula_line(completion):
    for line in reversed(completion.splitlines()):
        if line.strip().lower().startswith("formula:"):
            return line.split(":", 1)[1][:300]
    return None


def reward_fn(completion, **kwargs):
    line = last_formula_line(completion)
    if line is None:
        return 0.0
    given = species(line)
    return 1.0 if given is not None and given == species(kwargs["formula"]) else 0.0
