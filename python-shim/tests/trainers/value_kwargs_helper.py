def clean(text):
    return "".join(letter for letter in text if letter.isalnum())


def grade(text, expected, tolerance=0):
    return 1.0 if clean(text).endswith(expected.strip()) else 0.0


def reward_fn(completions, **kwargs):
    return [grade(one[0]["content"].strip("</a>"), kwargs["answer"]) for one in completions]
