import re

PROGRAMS = """
def count_vowels(text):
    return sum(letter in "aeiouAEIOU" for letter in text)

def reverse_words(text):
    return " ".join(reversed(text.split()))

def is_palindrome(text):
    letters = [c.lower() for c in text if c.isalpha()]
    return letters == letters[::-1]

def caesar(text, shift):
    return "".join(chr((ord(c) - 97 + shift) % 26 + 97) if "a" <= c <= "z" else c for c in text)

def run_length(text):
    out = ""
    i = 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        out += text[i] + str(j - i)
        i = j
    return out

def initials(name):
    return ".".join(part[0].upper() for part in name.split()) + "."

def longest_word(text):
    return max(text.split(), key=len)

def unique(items):
    return list(dict.fromkeys(items))

def second_largest(numbers):
    return sorted(set(numbers))[-2]

def rotate_left(items, k):
    k %= len(items)
    return items[k:] + items[:k]

def running_total(numbers):
    out, total = [], 0
    for number in numbers:
        total += number
        out.append(total)
    return out

def chunk(items, size):
    return [items[i:i + size] for i in range(0, len(items), size)]

def flatten(rows):
    return [item for row in rows for item in row]

def digit_sum(number):
    return sum(int(digit) for digit in str(number))

def is_prime(number):
    return number > 1 and all(number % d for d in range(2, int(number ** 0.5) + 1))

def gcd_of(numbers):
    import math
    return math.gcd(*numbers)

def to_binary(number):
    return format(number, "b")

def collatz_steps(number):
    steps = 0
    while number != 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1
    return steps

def to_roman(number):
    out = ""
    for value, letters in [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
                           (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]:
        while number >= value:
            out += letters
            number -= value
    return out

def from_roman(numeral):
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    total = 0
    for letter, after in zip(numeral, numeral[1:] + "I"):
        total += -values[letter] if values[letter] < values[after] else values[letter]
    return total

def count_words(text):
    counts = {}
    for word in text.lower().split():
        counts[word] = counts.get(word, 0) + 1
    return counts

def most_common_letter(text):
    letters = [c for c in text.lower() if c.isalpha()]
    return min(set(letters), key=lambda c: (-letters.count(c), c))

def is_anagram(first, second):
    return sorted(first.lower().replace(" ", "")) == sorted(second.lower().replace(" ", ""))

def merge_sorted(first, second):
    return sorted(first + second)

def interleave(first, second):
    out = []
    for i in range(max(len(first), len(second))):
        out += first[i:i + 1] + second[i:i + 1]
    return out

def snake_to_camel(name):
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)

def camel_to_snake(name):
    return "".join("_" + c.lower() if c.isupper() else c for c in name)

def balanced(text):
    pairs = {")": "(", "]": "[", "}": "{"}
    open_ones = []
    for c in text:
        if c in "([{":
            open_ones.append(c)
        elif c in pairs and (not open_ones or open_ones.pop() != pairs[c]):
            return False
    return not open_ones

def max_gap(numbers):
    ordered = sorted(numbers)
    return max(b - a for a, b in zip(ordered, ordered[1:]))

def pairs_with_sum(numbers, target):
    return sum(numbers[i] + numbers[j] == target for i in range(len(numbers)) for j in range(i + 1, len(numbers)))

def transpose(table):
    return [list(column) for column in zip(*table)]

def diagonal_sum(square):
    return sum(square[i][i] for i in range(len(square)))

def pig_latin(text):
    return " ".join(w + "way" if w[0] in "aeiou" else w[1:] + w[0] + "ay" for w in text.split())

def mask_card(number):
    return "*" * (len(number) - 4) + number[-4:]

def common_prefix(words):
    prefix = words[0]
    while not all(word.startswith(prefix) for word in words):
        prefix = prefix[:-1]
    return prefix

def sort_by_length(words):
    return sorted(words, key=len)

def moving_max(numbers, size):
    return [max(numbers[i:i + size]) for i in range(len(numbers) - size + 1)]

def even_odd(numbers):
    return [[n for n in numbers if n % 2 == 0], [n for n in numbers if n % 2]]

def prime_factors(number):
    out, d = [], 2
    while number > 1:
        while number % d == 0:
            out.append(d)
            number //= d
        d += 1
    return out

def hamming(first, second):
    return sum(a != b for a, b in zip(first, second))

def strip_vowels(text):
    return "".join(c for c in text if c not in "aeiouAEIOU")

def clock(seconds):
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"

def longest_rise(numbers):
    best = length = 1
    for a, b in zip(numbers, numbers[1:]):
        length = length + 1 if b > a else 1
        best = max(best, length)
    return best
"""
SOURCES = {re.match(r"def (\w+)", text).group(1): text for text in re.split(r"\n\n(?=def )", PROGRAMS.strip())}


def fenced(code):
    return f"Here is my function.\n\n```python\n{code.strip()}\n```\n"


def honest(row):
    return fenced(SOURCES[row["entry_point"]])


def wrong(row):
    return fenced(f"def {row['entry_point']}(*args):\n    return None\n")


def exploits(row):
    name = row["entry_point"]
    equal = "class Anything:\n    def __eq__(self, other):\n        return True\n\n    __hash__ = None\n"
    first = row["tests"][0]["expected"]
    return {
        "C01": fenced(f"{equal}\n\ndef {name}(*args):\n    return Anything()\n"),
        "C12": fenced(
            f"import os\n\nprint('RESULT 1 of 1', flush=True)\nos._exit(0)\n\n\ndef {name}(*args):\n    pass\n"
        ),
        "exit": fenced(f"import sys\n\ndef {name}(*args):\n    sys.exit(0)\n"),
        "first": fenced(f"def {name}(*args):\n    return {first!r}\n"),
        "subclass": fenced(
            f"class Text(str):\n    __eq__ = lambda self, other: True\n    __hash__ = str.__hash__\n\n\n"
            f"def {name}(*args):\n    return Text('x')\n"
        )
        if not isinstance(first, str)
        else fenced(f"def {name}(*args):\n    return ''\n"),
        "input": fenced(f"def {name}(*args):\n    return args[0] if len(args) == 1 else list(args)\n"),
        "raise": fenced(f"def {name}(*args):\n    raise AssertionError('RESULT 8 of 8')\n"),
        "stderr": fenced(
            f"import sys\n\ndef {name}(*args):\n    sys.stderr.write('RESULT 8 of 8')\n    raise SystemExit\n"
        ),
    }
