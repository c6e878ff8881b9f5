import re
import unicodedata

LETTERS = "ABCDEFGH"
STATED = re.compile(
    r"\**(?i:(?:so |thus,? |therefore,? )?(?:the |my )?(?:final |correct )?answer(?: is|:)) ?\**\(?([A-H])\)?[.*]{0,4}"
)


def visible(text):
    """What follows the thoughts."""
    return text.rpartition("</think>")[2].strip()


def plain(text):
    text = unicodedata.normalize("NFKC", text).casefold()
    return " ".join("".join(c if c.isalnum() or c == "'" else " " for c in text).split())


class ChoiceGrader:
    def __init__(self, choices, label):
        self.choices = [plain(choice) for choice in choices]
        self.letters = LETTERS[: len(choices)]
        self.label = label

    def stated(self, reply):
        """The letters that whole lines of the reply state."""
        return {match[1] for line in reply.splitlines() if (match := STATED.fullmatch(line.strip()))}

    def by_text(self, reply):
        """Some write out the choice and no letter."""
        words = f" {plain(reply)} "
        return f" {self.choices[self.label]} " in words

    def score(self, completion):
        reply = visible(completion) if isinstance(completion, str) else ""
        stated = self.stated(reply)
        if stated:
            return 1.0 if stated == {self.letters[self.label]} else 0.0
        return 1.0 if self.by_text(reply) else 0.0


def reward_fn(completion, **kwargs):
    grader = ChoiceGrader(kwargs["choices"], kwargs["label"])
    return grader.score(completion)
