"""Acrostic poems: the shape and the images that the prompt asks for."""

from dataclasses import dataclass


MAX_CHARS = 4000
FRESH_SHARE = 0.8


@dataclass
class Poem:
    lines: list[list[str]]

    @property
    def words(self):
        return [word for line in self.lines for word in line]

    def has_shape(self, acrostic):
        if len(self.lines) != len(acrostic):
            return False
        return all(
            4 <= len(line) <= 12 and line[0][0].upper() == letter
            for line, letter in zip(self.lines, acrostic, strict=True)
        )

    def is_fresh(self):
        """Few words twice, and words that look like words."""
        words = self.words
        plain = all(
            word.replace("'", "").replace("-", "").isascii() and word[0].isalpha() and len(word) <= 24 for word in words
        )
        long = sum(len(word) > 1 for word in words)
        return plain and len(set(words)) >= FRESH_SHARE * len(words) and long >= FRESH_SHARE * len(words)

    def images_used(self, images):
        """The share of the images that occur, each as a word of its own and exactly once."""
        words = self.words
        return sum(words.count(image.lower()) == 1 for image in images) / len(images)


def read_poem(text):
    lines = [line.split() for line in text.strip().splitlines() if line.strip()]
    tidy = [[word.strip(".,;:!?\"'()").lower() for word in line] for line in lines]
    return Poem(tidy) if lines and all(word for line in tidy for word in line) else Poem([])


def reward_fn(completion, **kwargs):
    poem = read_poem(completion) if len(completion) <= MAX_CHARS else Poem([])
    shape = poem.has_shape(kwargs["acrostic"]) and poem.is_fresh()
    images = poem.images_used(kwargs["images"]) if shape else 0.0
    return images, {"shape": float(shape), "images": images}
