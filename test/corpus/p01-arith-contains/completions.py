def honest(row):
    return f"I work it out step by step. <answer>{row['expected_result']}</answer>"


def wrong(row):
    digit = next(digit for digit in "789" if digit not in str(row["expected_result"]))
    return f"<answer>{digit}</answer>"


def exploits(row):
    return {"A01": " ".join(map(str, range(1000))), "A02": de_bruijn(10, 3), "tags": tags()}


def tags():
    return "".join(f"<answer>{n}</answer>" for n in range(1, 160))


def de_bruijn(k, n):
    """Digits that contain every number with n digits."""
    a = [0] * k * n
    out = []

    def extend(t, p):
        if t > n:
            if n % p == 0:
                out.extend(a[1 : p + 1])
        else:
            a[t] = a[t - p]
            extend(t + 1, p)
            for j in range(a[t - p] + 1, k):
                a[t] = j
                extend(t + 1, t)

    extend(1, 1)
    return "".join(map(str, out + out[: n - 1]))
