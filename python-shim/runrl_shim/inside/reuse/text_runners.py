"""Whether a module can run text without being seen: decided once, at load, from what its functions name and hold.

Audit events tell when text is compiled or executed, pickles are read, and processes, threads or files are made
(`acts.py`). Other evaluators raise none: query engines, template loaders, interpreters of other languages. No list of
those is ever complete, so it is the other way round: a library counts as one unless it is known not to be.
"""

from __future__ import annotations

import os
import sys

from runrl_shim.inside.reuse.computed_names import ComputedNames
from runrl_shim.inside.reuse.likely_imports import import_likely
from runrl_shim.inside.reuse.module_code import ATTRIBUTES, libraries_of, modules_below, names_used_by, written_in
from runrl_shim.inside.reuse.reached import Reached, Thing, things_named
from runrl_shim.inside.source import sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.inside.held.holdings import Holdings
    from runrl_shim.wire.protocol import ModuleSpec

#: Of the standard library: engines with a language of their own, and what imports and calls by name.
_STANDARD_RUNNERS = frozenset({"dbm", "logging.config", "multiprocessing.managers", "shelve", "sqlite3", "tkinter"})
#: Installed libraries that run no text, or raise an audit event when they do.
# fmt: off
_KNOWN = frozenset(
    {
        "Bio", "Levenshtein", "PIL", "accelerate", "ahocorasick", "aiofiles", "aiohttp", "annotated_types",
        "anthropic", "antlr4", "anyio", "apted", "astor", "attr", "attrs", "backoff", "bert_score", "black", "bm25s",
        "bs4", "cachetools", "certifi", "charset_normalizer", "chess", "click", "cn2an", "codebleu", "cohere",
        "colorama", "cssselect", "cv2", "cvxpy", "datasets", "dateparser", "dateutil", "defusedxml", "dotenv",
        "editdistance", "einops", "emoji", "evaluate", "fasttext", "ftfy", "fugashi", "func_timeout", "fuzzywuzzy",
        "gensim", "google", "groq", "gymnasium", "hjson", "html2text", "html5lib", "httpcore", "httpx", "httpx2",
        "huggingface_hub", "idna", "igraph", "ijson", "imagehash", "imageio", "inflect", "janome", "jellyfish",
        "jieba", "jinja2", "jiwer", "jmespath", "joblib", "json5", "json_repair", "jsonlines", "jsonpatch",
        "jsonpath_ng", "jsonpointer", "jsonschema", "langdetect", "langid", "lark", "latex2mathml",
        "latex2sympy2_extended", "librosa", "litellm", "loguru", "lxml", "marisa_trie", "markdown", "markdown_it",
        "markdownify", "markupsafe", "math_verify", "matplotlib", "mistralai", "mistune", "more_itertools", "mpmath",
        "msgpack", "msgspec", "multidict", "networkx", "nltk", "num2words", "numexpr", "numpy", "ollama", "omegaconf",
        "openai", "opencc", "openpyxl", "orjson", "ortools", "pandas", "parsimonious", "partial_json_parser",
        "pdfplumber", "peft", "phonenumbers", "pint", "polars", "psutil", "pulp", "pyarrow", "pycocotools",
        "pycrfsuite", "pydantic", "pydantic_core", "pydantic_settings", "pyflakes", "pylatexenc", "pyparsing", "pypdf",
        "pyphen", "pypinyin", "pytz", "radon", "rank_bm25", "rapidfuzz", "rdkit", "readability", "reasoning_gym",
        "regex", "requests", "rich", "rouge", "rouge_score", "runrl", "runrl_audit", "runrl_served", "runrl_shim",
        "sacrebleu", "sacremoses", "safetensors", "scipy", "selectolax", "selfies", "sentence_transformers",
        "sentencepiece", "shapely", "simplejson", "six", "skimage", "sklearn", "sklearn_crfsuite", "sniffio",
        "soundfile", "spacy", "spellchecker", "sqlglot", "sqlparse", "statsmodels", "sudachipy", "sumy", "syllables",
        "syllapy", "sympy", "symspellpy", "tabulate", "tenacity", "tensorflow", "termcolor", "textblob",
        "textdistance", "textstat", "thefuzz", "tiktoken", "timeout_decorator", "together", "tokenizers", "toml",
        "tomli", "torch", "torchmetrics", "torchvision", "tqdm", "transformers", "tree_sitter", "trl", "typer",
        "typing_extensions", "tzdata", "ujson", "unidecode", "urllib3", "verl", "word2number", "wordfreq", "xmlschema",
        "xmltodict", "yaml", "yarl", "zhconv", "zhon", "zss",
    }
)
# fmt: on
#: Names of these libraries that run text all the same, without an event.
_EXCEPT = {
    "lxml": frozenset({"XSLT"}),  # which writes files
    "pandas": frozenset({"eval", "query"}),
    "pkgutil": frozenset({"resolve_name"}),  # which gives whatever text names
    "polars": frozenset({"SQLContext", "sql", "sql_expr"}),
    "pydoc": frozenset({"locate", "resolve"}),
    "string": frozenset({"get_field"}),
    "torch": frozenset({"CompilationUnit"}),
    "yaml": frozenset(
        {f"{kind}load{many}" for kind in ("", "full_", "unsafe_") for many in ("", "_all")}
        | {f"{c}{kind}Loader" for c in ("", "C") for kind in ("", "Full", "Unsafe")}
    ),
}
_RUN_CODE = frozenset({"eval", "exec", "exec_module", "import_module", "load_module", "run_module", "run_path"})
#: Of the standard library: what executes text for whoever calls it.
_RUN_CODE_THEMSELVES = frozenset({"bdb", "cProfile", "code", "doctest", "pdb", "profile", "runpy", "timeit", "trace"})


class TextRunning:
    """What a loaded module can do with text.

    Attributes:
        unseen: why the module may run text without an audit event; None where it cannot.
        code: whether its own functions execute code.
    """

    def __init__(self, file: str) -> None:
        own = modules_below(file, sources.local_files())
        reached = Reached(own)
        written, unread = written_in(own)
        codes = [*reached.codes, *written]
        names = {"__main__", *(each.__dict__.get("__name__") for each in own)}
        used = {name for code in codes for name in code.co_names}
        computed = ComputedNames(own, codes)
        # Not global names: what they stand for was reached.
        attributes = names_used_by(codes, *ATTRIBUTES) | reached.names | computed.names
        begun = {name for names in _EXCEPT.values() for name in names if name.startswith((*computed.beginnings,))}
        imported = {name for name in names_used_by(codes, "IMPORT_NAME") if not name.startswith(".")} | computed.modules
        libraries = libraries_of(own, used, imported)
        named = [thing for thing in things_named(libraries, attributes) if thing.home.partition(".")[0] in _EXCEPT]
        things = dict.fromkeys([*(Thing(name, "") for name in sorted(imported)), *reached.things, *named])
        reasons = [_reason(thing, attributes | begun) for thing in things if thing.home not in names]
        if computed.place is not None:
            reasons.append(f"{computed.place} looks names up by text that it computes, which can reach anything")
        if reached.by_name is not None:
            reasons.append(f"`{reached.by_name}` is kept under another name, which can reach anything")
        if unread is not None:
            reasons.append(f"`{os.path.basename(unread)}` is not Python text: what it runs is not known")
        if not reached.is_whole:
            reasons.append("the module holds more objects than are looked at, among which may be anything")
        self.unseen = next((reason for reason in reasons if reason is not None), None)
        homes = {thing.home.partition(".")[0] for thing in things}
        self.code = (
            reached.runs_code
            or bool(used & _RUN_CODE)
            or bool(homes & _RUN_CODE_THEMSELVES)
            or "compile" in names_used_by(codes, "LOAD_GLOBAL")
        )


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


def _reason(thing: Thing, used: set[str]) -> str | None:
    """Why a module that holds it, or names its home, and uses these attributes may run text unseen."""
    top = thing.home.partition(".")[0]
    if top in sys.stdlib_module_names:
        top = top.lstrip("_")  # `sqlite3.connect` is of `_sqlite3`
        runs = next((each for each in (thing.home, top) if each in _STANDARD_RUNNERS), None)
        if runs is not None:
            return f"`{runs}` can run text, or keep it, without being seen"
    elif top not in _KNOWN:
        return f"`{top}` is not on the list of libraries that run no text"
    found = sorted(_EXCEPT.get(top, frozenset()) & {*used, *thing.name.split(".")})
    return f"`{found[0]}` of `{top}` can run text without being seen" if found else None
