# Reward: totals by region as a Markdown table


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def is_rule(row):
    return all(cell and not cell.strip(":-") for cell in row)


def table(text):
    """Rows below the header of the only table in the text, as lists of cells."""
    lines = [line for line in text.splitlines() if line.strip().startswith("|")]
    rows = [cells(line) for line in lines]
    if len(rows) < 3 or [c.lower() for c in rows[0]] != ["region", "total"] or not is_rule(rows[1]):
        return []
    return rows[2:]


def number(cell):
    cell = cell.strip("*$ ").replace(",", "")
    if not cell.isascii() or not cell.replace(".", "", 1).isdigit():
        return None
    return float(cell)


def reward_fn(completion, **kwargs):
    totals = {region.lower(): total for region, total in kwargs["totals"].items()}
    if len(completion) > 5000:
        return 0.0
    rows = table(completion)
    if len(rows) != len(totals) or any(len(row) != 2 for row in rows):
        return 0.0
    found = {row[0].strip("*").lower(): number(row[1]) for row in rows}
    for region, total in totals.items():
        value = found.get(region)
        if value is None:
            return 0.0
        # amounts are floats, so a little rounding is fine
        if not abs(value - total) <= 0.005:
            return 0.0
    return 1.0
