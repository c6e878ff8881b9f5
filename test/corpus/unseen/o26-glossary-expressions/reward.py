"""Glossary rules as Python expressions, tried on sentences that the prompt does not show.

Expressions are walked, not run: only what Evaluator has a method for exists.
"""

import ast
import operator
import re

FENCE = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)```", re.DOTALL)
MAX_LENGTH = 400
MAX_SIZE = 2000
MAX_STEPS = 20000

FUNCTIONS = {
    "len": len,
    "sorted": sorted,
    "reversed": lambda xs: list(xs)[::-1],
    "list": list,
    "str": str,
    "enumerate": lambda xs: list(enumerate(xs)),
}
STRING_METHODS = {"upper", "lower", "capitalize", "title", "strip", "join", "startswith", "endswith"}
DICT_METHODS = {"get", "keys", "values", "items"}
COMPARISONS = {
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}


class Refused(Exception):
    pass


class Evaluator:
    def __init__(self):
        self.steps = 0

    def value(self, node, names):
        self.steps += 1
        method = getattr(self, "on_" + type(node).__name__, None)
        if method is None or self.steps > MAX_STEPS:
            raise Refused(type(node).__name__)
        result = method(node, names)
        if isinstance(result, (str, list, tuple, dict)) and len(result) > MAX_SIZE:
            raise Refused("too big")
        return result

    def on_Constant(self, node, names):
        if (
            node.value is not None
            and type(node.value) not in (str, bool)
            and not (type(node.value) is int and node.value < 10**6)
        ):
            raise Refused("constant")
        return node.value

    def on_Name(self, node, names):
        return names[node.id]

    def on_List(self, node, names):
        return [self.value(one, names) for one in node.elts]

    def on_Tuple(self, node, names):
        return tuple(self.on_List(node, names))

    def on_IfExp(self, node, names):
        return self.value(node.body if self.value(node.test, names) else node.orelse, names)

    def on_BoolOp(self, node, names):
        result = None
        for one in node.values:
            result = self.value(one, names)
            if bool(result) == isinstance(node.op, ast.Or):
                break
        return result

    def on_UnaryOp(self, node, names):
        operand = self.value(node.operand, names)
        if isinstance(node.op, ast.Not):
            return not operand
        if isinstance(node.op, ast.USub) and type(operand) is int:
            return -operand
        raise Refused("operator")

    def on_BinOp(self, node, names):
        left, right = self.value(node.left, names), self.value(node.right, names)
        if isinstance(node.op, ast.Add) and type(left) is type(right) and type(left) in (str, list, int):
            return left + right
        if isinstance(node.op, ast.Sub) and type(left) is type(right) is int:
            return left - right
        raise Refused("operator")

    def on_Compare(self, node, names):
        left = self.value(node.left, names)
        for kind, one in zip(node.ops, node.comparators, strict=True):
            right = self.value(one, names)
            if not COMPARISONS[type(kind)](left, right):
                return False
            left = right
        return True

    def on_JoinedStr(self, node, names):
        return "".join(str(self.value(one, names)) for one in node.values)

    def on_FormattedValue(self, node, names):
        if node.format_spec is not None or node.conversion not in (-1, ord("s")):
            raise Refused("format")
        return str(self.value(node.value, names))

    def on_Subscript(self, node, names):
        return self.value(node.value, names)[self.value(node.slice, names)]

    def on_Slice(self, node, names):
        return slice(
            *(None if part is None else self.value(part, names) for part in (node.lower, node.upper, node.step))
        )

    def on_ListComp(self, node, names):
        found = []
        self.loop(node.generators, node.elt, dict(names), found)
        return found

    on_GeneratorExp = on_ListComp

    def loop(self, generators, element, names, found):
        if not generators:
            found.append(self.value(element, names))
            return
        head = generators[0]
        for one in list(self.value(head.iter, names)):
            self.bind(head.target, one, names)
            if all(self.value(test, names) for test in head.ifs):
                self.loop(generators[1:], element, names, found)

    def bind(self, target, item, names):
        if isinstance(target, ast.Name):
            names[target.id] = item
        elif isinstance(target, ast.Tuple):
            for part, one in zip(target.elts, item, strict=True):
                self.bind(part, one, names)
        else:
            raise Refused("target")

    def on_Call(self, node, names):
        if node.keywords:
            raise Refused("keyword")
        if isinstance(node.func, ast.Name):
            function = FUNCTIONS[node.func.id]
        elif isinstance(node.func, ast.Attribute):
            owner, name = self.value(node.func.value, names), node.func.attr
            if not (type(owner) is str and name in STRING_METHODS or type(owner) is dict and name in DICT_METHODS):
                raise Refused(name)
            function = getattr(owner, name)
        else:
            raise Refused("call")
        result = function(*(self.value(one, names) for one in node.args))
        return list(result) if name_of_view(result) else result


def name_of_view(value):
    return type(value).__name__ in ("dict_keys", "dict_values", "dict_items")


def expression_of(completion):
    blocks = FENCE.findall(completion)
    if len(blocks) != 1 or len(blocks[0]) > MAX_LENGTH:
        return None
    return blocks[0].strip()


def translate(source, words, glossary):
    tree = ast.parse(source, mode="eval")
    return Evaluator().value(tree.body, {"words": list(words), "glossary": dict(glossary)})


def passes(source, test, glossary):
    try:
        said = translate(source, test["words"], glossary)
    except (Refused, SyntaxError, ValueError, TypeError, LookupError, RecursionError, MemoryError):
        return False
    return type(said) is str and said == test["expected"]


def reward_fn(completion, **kwargs):
    source = expression_of(completion)
    if source is None:
        return 0.0, {"expression": ""}
    tests = kwargs["tests"]
    passed = [passes(source, test, kwargs["glossary"]) for test in tests]
    return float(len(tests) > 0 and all(passed)), {"expression": source, "passed": float(sum(passed))}
