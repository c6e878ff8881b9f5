# Reward for naming -> formula questions. The completion ends with "Formula: ...".
import re

SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
RAISED = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]?[⁺⁻]$")
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")

# Elements and groups with counts, then the water of a hydrate, then a charge.
GROUPS = r"(?:[A-Z][a-z]?\d*|\((?:[A-Z][a-z]?\d*)+\)\d*)+"
WHOLE = re.compile(rf"({GROUPS})(?: ?[·•⋅] ?(\d*)H2O)?(?:\^(\d?[+-]))?", re.ASCII)


def plain(markup):
    """H_{2}SO_4, \\ce{H2SO4}, **H2SO4** and H₂SO₄ are one and the same."""
    s = markup.strip().removesuffix(".")
    for before, after in (("**", "**"), ("`", "`"), ("$", "$"), ("\\ce{", "}"), ("\\mathrm{", "}")):
        if len(s) > len(before + after) and s.startswith(before) and s.endswith(after):
            s = s[len(before) : -len(after)].strip()
    s = re.sub(r"_\{(\d{1,2})\}|_(\d)", r"\1\2", s.translate(SUBSCRIPTS), flags=re.ASCII)
    s = re.sub(r"\^\{(\d?[+-])\}$", r"^\1", s, flags=re.ASCII)
    return RAISED.sub(lambda m: "^" + m.group().translate(SUPERSCRIPTS), s)


def species(s):
    """Formula, waters and charge; None unless that is all there is."""
    found = WHOLE.fullmatch(plain(s))
    return found.groups() if found else None


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
