"""Acrostic poems: the shape and the images that the prompt asks for."""

from dataclasses import dataclass


IMAGE_WEIGHT = 0.8
SHAPE_WEIGHT = 0.2


@dataclass
class Scores:
    shape: float
    images: float

    def total(self):
        return SHAPE_WEIGHT * self.shape + IMAGE_WEIGHT * self.images


def poem_lines(text):
    return [line.strip() for line in text.strip().splitlines() if line.strip()]


def shape_score(text, acrostic):
    lines = poem_lines(text)
    if len(lines) != len(acrostic):
        return 0.0
    fits = [
        line[0].upper() == letter and 4 <= len(line.split()) <= 12 for line, letter in zip(lines, acrostic, strict=True)
    ]
    return float(all(fits))


def image_score(text, images):
    low = text.lower()
    mentions = sum(low.count(image.lower()) for image in images)
    return min(1.0, mentions / len(images))


def reward_fn(completion, **kwargs):
    scores = Scores(shape_score(completion, kwargs["acrostic"]), image_score(completion, kwargs["images"]))
    return scores.total(), {"shape": scores.shape, "images": scores.images}
