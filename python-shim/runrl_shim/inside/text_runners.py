"""Whether a module can run text without being seen: decided once, at load, from what its functions name and hold.

Audit events tell when text is compiled or executed, pickles are read, and processes, threads or files are made
(`acts.py`). Other evaluators raise none: query engines, template loaders, interpreters of other languages. No list of
those is ever complete, so it is the other way round: a library counts as one unless it is known not to be.
"""

from __future__ import annotations

import sys
from types import BuiltinFunctionType, FunctionType, ModuleType

from runrl_shim.inside import sources
from runrl_shim.inside.computed_names import place_of_computed_name
from runrl_shim.inside.likely_imports import import_likely
from runrl_shim.inside.module_code import codes_of, is_class, modules_below, names_used_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runrl_shim.inside.holdings import Holdings
    from runrl_shim.wire.protocol import ModuleSpec

#: Of the standard library: engines with a language of their own, and what imports and calls by name.
_STANDARD_RUNNERS = frozenset({"dbm", "logging.config", "multiprocessing.managers", "shelve", "sqlite3", "tkinter"})
#: Installed libraries that run no text, or raise an audit event when they do.
# fmt: off
_KNOWN = frozenset(
    {
        "Bio", "Levenshtein", "PIL", "accelerate", "ahocorasick", "aiofiles", "aiohttp", "annotated_types", "anthropic",
        "antlr4", "anyio", "apted", "astor", "attr", "attrs", "backoff", "bert_score", "black", "bm25s", "bs4",
        "cachetools", "certifi", "charset_normalizer", "chess", "click", "cn2an", "codebleu", "cohere", "colorama",
        "cssselect", "cv2", "cvxpy", "datasets", "dateparser", "dateutil", "defusedxml", "dotenv", "editdistance",
        "einops", "emoji", "evaluate", "fasttext", "ftfy", "fugashi", "func_timeout", "fuzzywuzzy", "gensim", "google",
        "groq", "gymnasium", "hjson", "html2text", "html5lib", "httpcore", "httpx", "httpx2", "huggingface_hub", "idna",
        "igraph", "ijson", "imagehash", "imageio", "inflect", "janome", "jellyfish", "jieba", "jinja2", "jiwer",
        "jmespath", "joblib", "json5", "json_repair", "jsonlines", "jsonpatch", "jsonpath_ng", "jsonpointer",
        "jsonschema", "langdetect", "langid", "lark", "latex2mathml", "latex2sympy2_extended", "librosa", "litellm",
        "loguru", "lxml", "marisa_trie", "markdown", "markdown_it", "markdownify", "math_verify", "matplotlib",
        "mistralai", "mistune", "more_itertools", "mpmath", "msgpack", "msgspec", "multidict", "networkx", "nltk",
        "num2words", "numexpr", "numpy", "ollama", "omegaconf", "openai", "opencc", "openpyxl", "orjson", "ortools",
        "pandas", "parsimonious", "partial_json_parser", "pdfplumber", "peft", "phonenumbers", "pint", "polars",
        "psutil", "pulp", "pyarrow", "pycocotools", "pycrfsuite", "pydantic", "pydantic_core", "pydantic_settings",
        "pyflakes", "pylatexenc", "pyparsing", "pypdf", "pyphen", "pypinyin", "pytz", "radon", "rank_bm25", "rapidfuzz",
        "rdkit", "readability", "reasoning_gym", "regex", "requests", "rich", "rouge", "rouge_score", "runrl",
        "runrl_audit", "runrl_served", "runrl_shim", "sacrebleu", "sacremoses", "safetensors", "scipy", "selectolax",
        "selfies", "sentence_transformers", "sentencepiece", "shapely", "simplejson", "six", "skimage", "sklearn",
        "sklearn_crfsuite", "sniffio", "soundfile", "spacy", "spellchecker", "sqlglot", "sqlparse", "statsmodels",
        "sudachipy", "sumy", "syllables", "syllapy", "sympy", "symspellpy", "tabulate", "tenacity", "tensorflow",
        "termcolor", "textblob", "textdistance", "textstat", "thefuzz", "tiktoken", "timeout_decorator", "together",
        "tokenizers", "toml", "tomli", "torch", "torchmetrics", "torchvision", "tqdm", "transformers", "tree_sitter",
        "trl", "typer", "typing_extensions", "tzdata", "ujson", "unidecode", "urllib3", "verl", "word2number",
        "wordfreq", "xmlschema", "xmltodict", "yaml", "yarl", "zhconv", "zhon", "zss",
    }
)
# fmt: on
#: Names of these libraries that run text all the same, without an event.
_EXCEPT = {
    "lxml": frozenset({"XSLT"}),  # which writes files
    "pandas": frozenset({"eval", "query"}),
    "polars": frozenset({"SQLContext", "sql", "sql_expr"}),
    "torch": frozenset({"CompilationUnit"}),
    "yaml": frozenset(
        {f"{kind}load{many}" for kind in ("", "full_", "unsafe_") for many in ("", "_all")}
        | {f"{c}{kind}Loader" for c in ("", "C") for kind in ("", "Full", "Unsafe")}
    ),
}
_RUN_CODE = frozenset({"eval", "exec", "exec_module", "import_module", "load_module", "run_module", "run_path"})
_MOST_VALUES = 1_000  # of one container


class TextRunning:
    """What a loaded module can do with text.

    Attributes:
        unseen: why the module may run text without an audit event; None where it cannot.
        code: whether its own functions execute code.
    """

    def __init__(self, file: str) -> None:
        own = modules_below(file, sources.local_files())
        codes = [code for module in own for code in codes_of(module.__dict__.values(), module.__dict__)]
        used = {name for code in codes for name in code.co_names}
        names = {each.__dict__.get("__name__") for each in own}
        imported = [name for name in names_used_by(codes, "IMPORT_NAME") if not name.startswith(".")]
        reached = dict.fromkeys([*imported, *(name for module in own for name in _homes(module))])
        reasons = [_reason(name, used) for name in reached if name not in names]
        place = place_of_computed_name(own, used)
        if place is not None:
            reasons.append(f"{place} names attributes by text that it computes, which can reach anything")
        self.unseen = next((reason for reason in reasons if reason is not None), None)
        self.code = bool(used & _RUN_CODE) or "compile" in names_used_by(codes, "LOAD_GLOBAL")


def decide_reuse(spec: ModuleSpec, held: Holdings, warnings: list[str]) -> bool:
    """Has each call served by a fresh worker where text could run unseen. Returns whether calls execute code.

    Where they do, what such code likes to import is imported here.
    """
    if spec["kind"] != "reward":
        return False
    running = TextRunning(spec["file"])
    if running.code:
        import_likely()
    if spec["reuse"] != "auto":
        return False
    why = "a process that the import started keeps state of its own" if held.children else running.unseen
    if why is not None and not spec["allow_shared_state"]:
        spec["reuse"] = "never"
        warnings.append(f"{why}, so each call gets a fresh worker; `--allow-shared-state` keeps them")
    return running.code


def _reason(name: str, used: set[str]) -> str | None:
    top = name.partition(".")[0]
    if top in sys.stdlib_module_names:
        runs = next((each for each in (name, top) if each in _STANDARD_RUNNERS), None)
        return None if runs is None else f"`{runs}` can run text, or keep it, without being seen"
    if top not in _KNOWN:
        return f"`{top}` is not on the list of libraries that run no text"
    found = sorted(_EXCEPT.get(top, frozenset()) & used)
    return f"`{found[0]}` of `{top}` can run text without being seen" if found else None


def _homes(module: ModuleType) -> Iterator[str]:
    """The modules that what a namespace holds is from, and what that holds in turn."""
    space = module.__dict__
    for name, value in list(space.items()):
        held = [] if name == "__builtins__" else _held(value)[:_MOST_VALUES]
        for each in (value, *held):
            home = _home(each)
            if home is not None and home != "__main__":
                yield home


def _held(value: Any) -> list[Any]:
    if type(value) in (list, tuple, set, frozenset):
        return list(value)
    if type(value) is not dict:
        if issubclass(type(value), ModuleType):
            return []
        try:
            # Not by `getattr`: stand-ins of libraries raise whatever they like.
            value = object.__getattribute__(value, "__dict__")
        except AttributeError:
            return []
    return list(value.values()) if type(value) is dict else []


def _home(value: Any) -> str | None:
    if issubclass(type(value), ModuleType):
        name = value.__dict__.get("__name__")
    elif type(value) in (FunctionType, BuiltinFunctionType):
        name = value.__module__
    else:
        name = type.__dict__["__module__"].__get__(value if is_class(value) else type(value))
    return name if type(name) is str else None
