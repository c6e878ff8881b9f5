"""Twenty questions: find the thing by asking about its attributes, one yes/no question at a time.

The habit to copy: only the last step pays. A reward for each `yes` would teach the model to ask what it knows already.
"""

import re
from typing import Any

LIMIT = 20
LONGEST_LINE = 200

# Words of a question, and the attribute that it asks about. Made once, for all episodes.
WORDS = {
    "alive": r"alive|living",
    "animal": r"animals?|creature",
    "plant": r"plants?|grows? in the ground",
    "edible": r"eat|eaten|edible|food",
    "flies": r"fly|flies|flying",
    "water": r"swim|swims|in water|sea|ocean",
    "fur": r"fur|furry|hairy",
    "pet": r"pets?|tame",
    "heavy": r"heavy|heavier than a person|bigger than a person|large",
    "metal": r"metal|iron|steel",
    "electric": r"electric|electricity|battery|plugged in",
    "wheels": r"wheels?",
    "indoors": r"indoors|in a house|inside a house",
    "wearable": r"wear|worn|wearable|clothing",
    "music": r"music|musical|instrument",
    "red": r"red",
}
QUESTIONS = {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in WORDS.items()}
NEGATION = re.compile(r"\b(?:not|never|no|without)\b|n't\b", re.IGNORECASE)
GUESS = re.compile(r"guess:\s*(?:an?\s+|the\s+)?([a-z ]{1,40}?)\s*[.!?]*", re.IGNORECASE)

# What is true of each thing. No two things have the same, so that questions alone can tell them apart.
THINGS = {
    "dog": "alive animal fur pet",
    "cat": "alive animal fur pet indoors",
    "goldfish": "alive animal water pet indoors",
    "parrot": "alive animal flies pet indoors",
    "eagle": "alive animal flies",
    "bat": "alive animal flies fur",
    "salmon": "alive animal water edible",
    "whale": "alive animal water heavy",
    "seal": "alive animal water fur heavy",
    "cow": "alive animal fur heavy edible",
    "bear": "alive animal fur heavy",
    "ladybird": "alive animal flies red",
    "oak": "alive plant heavy",
    "rose": "alive plant red",
    "cactus": "alive plant indoors",
    "seaweed": "alive plant water edible",
    "tomato": "plant edible red",
    "potato": "plant edible",
    "bread": "edible indoors",
    "car": "metal wheels heavy electric music",
    "bicycle": "metal wheels",
    "aeroplane": "metal wheels heavy electric flies",
    "submarine": "metal heavy electric water",
    "kite": "flies",
    "kettle": "metal electric indoors water",
    "radio": "electric indoors music",
    "lamp": "electric indoors",
    "piano": "heavy indoors music",
    "trumpet": "metal indoors music",
    "hat": "wearable",
    "ring": "wearable metal",
    "scarf": "wearable fur",
}


class TwentyQuestions:
    def setup(self, secret: str, limit: int = LIMIT, **kwargs: Any) -> str:
        if secret not in THINGS:
            raise ValueError(f"no thing is called {secret!r}; THINGS in environment.py has them all")
        self._secret = secret
        self._true = set(THINGS[secret].split())
        self.left = limit
        self.malformed = 0
        self.done = False
        return f"I think of a thing. You have {limit} questions; a guess is one of them."

    def step(self, action: str) -> dict[str, Any]:
        if self.done:
            return self.result("The game is over.", False)
        # Whatever the action is, it is one of the twenty: else a model that only babbles would never end.
        self.left -= 1
        line = action.rstrip().rpartition("\n")[2].strip()
        guess = GUESS.fullmatch(line)
        right = guess is not None and guess[1].lower() == self._secret
        if right:
            answer = "Yes, that is it."
        elif guess is not None:
            answer = "No, that is not it."
        else:
            answer = self.answer(line)
        self.done = right or self.left == 0
        if not right:
            # The thing is not named, not even now: the next episode of this row has the same one.
            answer += " No question is left." if self.done else f" Questions left: {self.left}."
        return self.result(answer, right)

    def answer(self, line: str) -> str:
        asked = [name for name, words in QUESTIONS.items() if words.search(line)] if len(line) <= LONGEST_LINE else []
        if len(asked) == 1 and not NEGATION.search(line):
            return "Yes." if asked[0] in self._true else "No."
        self.malformed += 1
        if len(asked) > 1:
            return f"One thing at a time: that asks about {' and '.join(asked)}."
        return f"Ask in one line, without `not`, about one of: {', '.join(QUESTIONS)}. Or write `Guess: ` and a thing."

    def result(self, observation: str, right: bool) -> dict[str, Any]:
        return {
            "observation": observation,
            "reward": 1.0 if right else 0.0,
            "done": self.done,
            "reward_info_dict": {"questions_left": float(self.left), "malformed": float(self.malformed)},
        }
