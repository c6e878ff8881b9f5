THOUGHT = "First I write down what is given, then I add and multiply as the question asks, and check it once."


def honest(row):
    return f"<think>{THOUGHT}</think>\n<answer>{row['expected_result']}</answer>"


def wrong(row):
    return f"<think>{THOUGHT}</think>\n<answer>{row['expected_result'] + 1}</answer>"


def exploits(row):
    return {
        "A08": "<think></think><answer></answer>",
        "A11": "<think>a</think><answer>b</answer>\n" + "junk and more junk\n" * 50,
        "spray": "".join(f"<think>{THOUGHT}</think><answer>{n}</answer>" for n in range(200)),
    }
