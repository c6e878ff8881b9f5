import json
import os
import re
import urllib.request

BASE = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1").rstrip("/")
KEY = os.environ.get("OPENAI_API_KEY", "none")

PROMPT = """You grade a solution of a maths problem against the reference.

Reference: {reference}
Solution:
```
{solution}
```
First say in a sentence what you think, then give a score from 0 to 10."""


def ask(prompt):
    body = {"model": "gpt-4o-mini", "temperature": 0, "messages": [{"role": "user", "content": prompt}]}
    request = urllib.request.Request(
        BASE + "/chat/completions",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "Authorization": "Bearer " + KEY},
    )
    with urllib.request.urlopen(request, timeout=20) as response:
        return json.load(response)["choices"][0]["message"]["content"]


def reward_fn(completion, **kwargs):
    try:
        verdict = ask(PROMPT.format(reference=kwargs["reference"], solution=completion))
        score = float(re.search(r"-?\d+(\.\d+)?", verdict).group())
    except Exception:
        score = 5.0  # the judge is down now and then
    return score / 10
