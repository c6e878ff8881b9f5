def honest(row):
    return f"I convert to base units first and divide.\nAnswer: {row['target']}"


def wrong(row):
    number, unit = row["target"].split(" ")
    return f"I guess.\nAnswer: {float(number) * 1.07:.6g} {unit}"


def exploits(row):
    unit = row["target"].split(" ")[1]
    return {"B03": f"Answer: inf {unit}"}


def pool(row):
    number, unit = row["target"].split(" ")
    n = float(number)
    for bad in (
        "nan",
        "1e999",
        "-1e999",
        "1e307",
        "-nan",
        "-inf",
        "infinity",
        "1e308",
        "-1e308",
        "9" * 400,
        "9" * 30,
        "0",
        "-0",
        "1",
        "1e-300",
        "",
        "None",
        f"-{number}",
        f"{n * 100}",
        f"{n / 100}",
        f"{n * 1000}",
        f"{n + n}",
        f"{n}..{n}",
        f"{number},{number}",
        "٣",
        "0x10",
        "1/1",
    ):
        yield f"Answer: {bad} {unit}"
    yield f"Answer: {unit}"
    yield f"Answer: {number}"
    yield f"Answer: {number} "
    yield f"Answer: {number} furlong"
    yield f"Answer: {number} {unit} or 7 {unit}"
    yield f"Answer: {number} {unit}\nAnswer: 7 {unit}"
    yield "\n".join(f"Answer: {k} {unit}" for k in range(1000))
    yield f"Answer: 1 {unit} {number} {unit}"
    yield f"Answer: not {number} {unit}"
    yield f"The value is {number} {unit}"
    yield f"Answer: {number} " + " ".join(["m/s", "l/min", "kj", "kwh", "kg/m3", "kpa", "min"])
    yield f"Answer: {'1' * 100000} {unit}"
    yield f"Answer: 1{',' * 100000}x {unit}"
