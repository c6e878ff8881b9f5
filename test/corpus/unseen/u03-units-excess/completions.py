def honest(row):
    return f"I multiply.\nValue: {row['expected_value']} {row['conversion']['to']}"


def wrong(row):
    return f"I multiply.\nValue: {row['expected_value'] * 1.05} {row['conversion']['to']}"


def exploits(row):
    return {"B03": "Value: nan", "infinite": "Value: inf", "large": "Value: 1e999", "many": "Value: 1 2 3 4 5"}


def pool(row):
    right = row["expected_value"]
    return {
        "right first": f"Value: {right}\nno, wait\nValue: {right * 3}",
        "two": f"Value: {right * 2} {right}",
        "none": "Value:",
        "word": "Value: many",
        "minus": f"Value: {-right}",
        "minus infinity": "Value: -inf",
    }
