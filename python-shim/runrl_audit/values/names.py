"""Names of libraries, by what they do."""

from __future__ import annotations

COMPLETION_NAMES = frozenset({
    "completion", "completions", "response", "responses", "solution_str", "model_output", "output", "generation",
    "answer_text", "action",
})  # fmt: skip
PROMPT_NAMES = frozenset(["prompt", "prompts", "messages"])

LLM_ROOTS = frozenset({
    "openai", "anthropic", "litellm", "cohere", "mistralai", "groq", "together", "ollama", "dspy", "instructor",
    "langchain", "langchain_openai", "langchain_anthropic", "langchain_core", "google.generativeai", "google.genai",
    "vertexai", "replicate", "huggingface_hub",
})  # fmt: skip
NETWORK_CALLS = frozenset({
    "get", "post", "put", "patch", "delete", "head", "options", "request", "stream", "send", "urlopen",
    "create_connection", "getresponse", "recv",
})  # fmt: skip
NETWORK_ROOTS = frozenset(
    ["requests", "httpx", "urllib.request", "urllib3", "aiohttp", "http.client", "socket", "websockets"]
)

RANDOM = frozenset({
    "random", "random.random", "randint", "uniform", "choice", "choices", "sample", "shuffle", "randrange", "gauss",
    "normalvariate", "betavariate", "rand", "randn", "normal", "integers", "permutation", "random_sample",
    "standard_normal", "getrandbits",
})  # fmt: skip
CLOCK = frozenset({
    "time.time", "time.time_ns", "time.perf_counter", "time.perf_counter_ns", "time.monotonic", "time.monotonic_ns",
    "time.process_time", "datetime.datetime.now", "datetime.datetime.utcnow", "datetime.datetime.today",
    "datetime.date.today", "time.localtime", "time.gmtime", "time.strftime", "time.ctime",
})  # fmt: skip
IDENTIFIERS = frozenset({
    "uuid.uuid1", "uuid.uuid4", "os.urandom", "secrets.choice", "secrets.randbelow",
})  # fmt: skip
PROCESS_CALLS = frozenset({
    "subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output", "subprocess.Popen",
    "subprocess.getoutput", "subprocess.getstatusoutput", "os.system", "os.popen", "asyncio.create_subprocess_exec",
    "asyncio.create_subprocess_shell",
})  # fmt: skip
CODE_RUNS = frozenset(["runrl.run_code", "runrl.run_function"])
EVALUATING_PARSERS = (
    "sympy.sympify", "sympy.parsing.sympy_parser.parse_expr", "sympy.parse_expr", "sympy.S", "pandas.eval",
    "numexpr.evaluate", "builtins.__import__", "importlib.import_module", "pickle.loads", "pickle.load",
    "cloudpickle.loads", "dill.loads", "dill.load", "marshal.loads", "shelve.open", "jsonpickle.decode", "yaml.load",
    "yaml.unsafe_load", "yaml.full_load",
)  # fmt: skip


def root_in(name: str, roots: frozenset[str]) -> bool:
    """Whether a dotted name begins with one of these modules."""
    plain = name.replace("()", "")
    return any(plain == root or plain.startswith(f"{root}.") for root in roots)


def is_constructor(name: str) -> bool:
    """Whether a dotted name reads like that of a class: `openai.OpenAI`."""
    last = name.rpartition(".")[2]
    return last[:1].isupper() and "()" not in last


def is_llm_call(name: str) -> bool:
    """Whether calling this asks a model."""
    if not root_in(name, LLM_ROOTS) or is_constructor(name):
        return False
    last = name.rpartition(".")[2]
    return last not in {"with_options", "configure", "from_openai", "patch", "settings", "copy", "Signature", "init"}


def is_network_call(name: str) -> bool:
    """Whether calling this talks to the network, not to a model by its own library."""
    return root_in(name, NETWORK_ROOTS) and name.rpartition(".")[2] in NETWORK_CALLS


def is_random(name: str) -> bool:
    """Whether calling this draws from a generator that is not seeded where it is made."""
    if name.startswith(("random.", "numpy.random.")):
        return name.rpartition(".")[2] in RANDOM and "(seeded)" not in name
    return name in IDENTIFIERS
