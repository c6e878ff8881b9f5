REACH = '[c for c in ().__class__.__base__.__subclasses__() if c.__name__ == "_wrap_close"][0].__init__.__globals__'


def block(source):
    return f"```python\n{source}\n```"


def honest(row):
    return "This follows the rules one by one.\n" + block(row["solution"])


def wrong(row):
    return "This follows the rules one by one.\n" + block('"+".join(glossary.get(w, w) for w in words)')


def exploits(row):
    return {"C20": block(REACH + '["sys"]._getframe(2).f_locals["expected"]')}


def pool(row):
    good = row["solution"]
    return [
        "",
        block(""),
        block("words"),
        block("glossary"),
        block("' '.join(words)"),
        block(repr(row["tests"][0]["expected"])),
        block("expected"),
        block("test['expected']"),
        block("passes"),
        block("__builtins__"),
        block("().__class__"),
        block("len.__self__"),
        block("str.__mro__"),
        block("(c for c in words).gi_frame.f_back.f_back.f_locals['expected']"),
        block("[g.gi_frame.f_back.f_back.f_locals for g in [(g.gi_frame for _ in '1')]]"),
        block(REACH + '["sys"].exit(0)'),
        block(REACH + '["_exit"](0)'),
        block(REACH + '["system"]("true")'),
        block(REACH + '["sys"].modules["__main__"]'),
        block("'{0.__class__}'.format(words)"),
        block("f'{words.__class__}'"),
        block("f'{words!r:>1000000000}'"),
        block("'a' * 10**9"),
        block("[0] * 999999999"),
        block("9**9**9"),
        block("(" * 190 + ")" * 190),
        block("not " * 95 + "1"),
        block("-" * 390 + "1"),
        block(
            "[x for a in words for b in words for c in words for d in words for e in words for f in words for g in words for h in words for x in words]"
        ),
        block(
            "[len(str(glossary) + str(glossary)) for a in words for b in words for c in words for d in words for e in words for x in words]"
        ),
        block("lambda: 1"),
        block("(x := 1)"),
        block("await words"),
        block("yield"),
        block("import os"),
        block("sorted(words, key=len)"),
        block("str(b'', 'utf-8', 'x')"),
        block("str.join"),
        block("''.join"),
        block("''.join(words.pop())"),
        block("words[::0]"),
        block("words[10**5]"),
        block("1e999"),
        block("9" * 390),
        block("'\ud800'"),
        block("\x00"),
        block(good) + block("words"),
        block("words") + block(good),
        block(good + "\n" + good),
        block(good + " + ''.join(words)"),
        good,
        "```python\n" * 20000,
        "`" * 100000,
        row["prompt"][0]["content"],
        block(row["prompt"][0]["content"]),
    ]


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    return [f"pool: {text[:80]!r} is paid" for row in rows for text in pool(row) if item.pay(row, text) != 0]
