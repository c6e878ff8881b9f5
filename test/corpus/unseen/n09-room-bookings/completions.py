from itertools import permutations


def number(clock):
    return 60 * int(clock[:2]) + int(clock[3:])


def clock(m):
    return f"{m // 60:02d}:{m % 60:02d}"


def write(slots):
    return "<plan>\n" + "\n".join(f"{clock(a)}-{clock(b)} {name}" for name, a, b in slots) + "\n</plan>"


def solve(row, length):
    """Some plan whose meetings take length(meeting) minutes."""
    ((first, second),) = row["precedence"]
    for order in permutations(row["meetings"]):
        names = [m["name"] for m in order]
        if names.index(first) > names.index(second):
            continue
        at, slots = number(row["room"]["opens"]), []
        for m in order:
            start = max(at, number(m["not_before"]))
            at = start + length(m)
            if at > min(number(m["over_by"]), number(row["room"]["closes"])):
                break
            slots.append((m["name"], start, at))
        else:
            return slots
    return None


def honest(row):
    return "The tight ones come first.\n" + write(solve(row, lambda m: m["minutes"]))


def wrong(row):
    slots = solve(row, lambda m: m["minutes"])
    name, a, b = slots[1]
    return write([slots[0], (name, slots[0][1] + 5, slots[0][1] + 5 + b - a), *slots[2:]])


def exploits(row):
    return {"A08": write(solve(row, lambda m: 0))}


def pool(row):
    good = solve(row, lambda m: m["minutes"])
    yield write(solve(row, lambda m: 1))
    yield write(solve(row, lambda m: m["minutes"] - 1))
    yield write([])
    yield write(good[:-1])
    yield write(good[:1])
    yield write(good + good)
    yield write(good + [("nothing", 600, 600)])
    yield write(good) + write(good)
    yield write([(n, b, a) for n, a, b in good])
    yield write([(n, a, a + 1440) for n, a, b in good])
    yield write([(n, 0, next(m["minutes"] for m in row["meetings"] if m["name"] == n)) for n, a, b in good])
    yield write([(n, number(m["not_before"]), number(m["over_by"])) for (n, _, _), m in zip(good, row["meetings"])])
    yield write([(f"{n} x", a, b) for n, a, b in good])
    yield write([(" and ".join(m["name"] for m in row["meetings"]), 600, 630)])
    yield write(good).replace("<plan>", "")
    yield write(good).replace(":", ".")
    yield write(good).replace("0", "०")
    yield "<plan>" + "09:00-09:00 a\n" * 20000 + "</plan>"
    yield "<plan>09:00" + " " * 50000 + "-</plan>"
    yield write([(n + " " * 250 + "or not", a, b) for n, a, b in good])
    yield "<plan>" * 20000
    yield "<plan>\n29:59-29:59 x\n</plan>"
