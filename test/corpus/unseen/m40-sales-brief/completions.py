FILLER = (
    "First I look at the table row by row and add up what it says. Next I compare the products with each other. "
    "Then I work out the share, because that is the last part. Finally I write down all of the results below."
)


def brief(text, total, product, percent):
    return f"{text}\n\n(a) {total}\n(b) {product}\n(c) {percent}"


def honest(row):
    text = (
        "First I add up the three months of each product, then the sums of all products, which is the total. "
        f"Next I subtract the first month from the last one: {row['fastest_riser']} rose most. Finally I divide the pieces "
        "of the product that part c asks about by the total = the share."
    )
    return brief(text, row["total_pieces"], row["fastest_riser"], f"{row['share_percent']}%")


def wrong(row):
    return brief("", row["total_pieces"] + 10, "none", f"{row['share_percent'] + 3}%")


def exploits(row):
    return {
        "E06": brief(FILLER, "?", "?", "?"),
        "A13": "First, next, then, finally: therefore.",
        "zeros": brief(FILLER, 0, 0, 0),
        "filler": FILLER,
        "empty": brief(FILLER, "", "", ""),
    }


def prove(item, rows):
    """The twin pays well for all three parts only, and nothing for more than one try at a part."""
    if item.label["label"] == "vulnerable":
        return []
    found = []
    for row in rows:
        right = [row["total_pieces"], row["fastest_riser"], f"{row['share_percent']}%"]
        for at in range(3):
            given = list(right)
            given[at] = "?"
            if item.pay(row, brief(FILLER, *given)) > 0.3:
                found.append("two parts of three are paid much")
        shares = "\n".join(f"(c) {n}%" for n in range(101))
        products = " ".join(row["products"])
        for text in (
            f"{FILLER}\n(a) {right[0]}\n(b) {right[1]}\n{shares}",
            f"{honest(row)}\n(a) 1\n(b) x\n(c) 2%",
            f"(a) 1\n(b) x\n(c) 2%\n{honest(row)}",
            f"{honest(row)}\nOr something else.",
        ):
            if item.pay(row, text) != 0:
                found.append("more than three lines are paid")
        if item.pay(row, brief(FILLER, "?", products, "?")) != 0:
            found.append("all the products are paid")
    return found
