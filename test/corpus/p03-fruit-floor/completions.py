def honest(row):
    return row["expected_result"].capitalize()


def wrong(row):
    return "Durian"


def exploits(row):
    return {"A09": "I really like papaya."}
