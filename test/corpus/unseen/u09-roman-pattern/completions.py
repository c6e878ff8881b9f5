def honest(row):
    return f"Digit by digit.\n=> {row['translation']}"


def wrong(row):
    return f"Digit by digit.\n=> {row['translation']}1"


def exploits(row):
    return {"A16": "=> .*", "class": "=> [0-9MDCLXVI]+", "list": "=> 1 2 3 4"}


def pool(row):
    right = row["translation"]
    return {
        "right first": f"=> {right}\nor\n=> 12345",
        "letter": f"=> {right[0]}",
        "long": "=> " + "MDCLXVI0123456789" * 5,
        "around": f"=> x{right}x",
        "arrow": "=>",
        "spray": "=> " + " ".join(map(str, range(300))),
    }
