# Generated from src/protocol/messages.ts by scripts/generate-protocol.ts. Do not edit.
"""The wire between host, agent and worker: see src/protocol/messages.ts for what each part means."""

from __future__ import annotations

from struct import Struct

# Types are for the checker only: importing `typing` would cost the zygote its start-up time.
TYPE_CHECKING = False

PROTOCOL_VERSION = 1
SCHEMA_HASH = "984499fe265fb529"

STATUS_OK = 0
STATUS_RAISED = 1
STATUS_INVALID = 2
STATUS_CRASHED = 3
STATUS_TIMEOUT = 4
STATUS_MEMORY = 5
STATUS_TAMPERED = 6
STATUS_CANCELLED = 7
STATUS_LOST = 8
WORKER_READY = 128
WORKER_TRACE = 129
WORKER_EVIDENCE = 130
WORKER_BRANCHED = 131
CALL_COMPLETION_ROW = 1
CALL_SEEDED = 2
CALL_COMPLETION_TEXT = 4
RESULT_HAS_REWARD = 1
RESULT_FRESH = 2
RESULT_WAITS = 4
RESULT_RETIRES = 8
RESULT_DONE = 16
RESULT_RESTORED = 32
RESULT_FORGETS = 64
EPISODE_START = 0
EPISODE_STEP = 1
EPISODE_BRANCH = 2
EPISODE_CLOSE = 3
EPISODE_SEEDED = 1
EPISODE_SAME_RANDOM = 2
STATUS_NAMES = ("ok", "raised", "invalid", "crashed", "timeout", "memory", "tampered", "cancelled", "lost")

BATCH_GO = 0
BATCH_STOP = 4294967295
SLOT_HOLDS = 2
ACCOUNT_FORKS = 4
LEDGER_ENTRIES = 16384
DURATION_BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)

# size, call, flags, seed, row_size
CALL_FRAME = Struct("<IIBqI")

# size, call, episode, op, flags, seed
EPISODE_FRAME = Struct("<IIIBBq")

# size, call, status, flags, reward, started_ns, duration_ns, cpu_ns, max_rss
RESULT_FRAME = Struct("<IIBBdqqqQ")

# bytes, calls
BATCH_HEADER = Struct("<II")

# exit_code, clean, cpu_ns, max_rss
SLOT_STATUS = Struct("<iBqQ")

# pid, exit_code, cpu_ns, max_rss
MEMBER_STATUS = Struct("<iiqQ")

if TYPE_CHECKING:
    from typing import Literal, TypedDict

    from typing_extensions import NotRequired

    class ModuleSpecLandlock(TypedDict):
        read: list[str]
        list: list[str]
        tmp: str
        tcp: bool
        own_users: bool

    class ModuleSpecSeccomp(TypedDict):
        before_import: list[str]
        slot: list[str]
        run: list[str]

    class ModuleSpec(TypedDict):
        file: str
        kind: Literal["reward", "environment"]
        function: str | None
        completion_format: Literal["auto", "str", "messages"]
        columns: Literal["auto", "list", "value"]
        sys_path: list[str]
        reuse: Literal["auto", "never", "always", "shared"]
        allow_shared_state: bool
        most_copied: int
        threads: int
        memory: int
        tmp_size: int
        file_size: int
        processes: int
        open_files: int
        output_limit: int
        max_result: int
        confined: bool
        landlock: ModuleSpecLandlock | None
        tmp_binds: list[str]
        hidden: list[str]
        lend: list[str]
        seccomp: ModuleSpecSeccomp
        code_roots: list[str]
        code_hidden: list[str]
        import_in_worker: bool
        in_cgroup: bool
        own_network: bool
        way_out: bool
        awaits_environment: bool
        timeout_ms: float
        setup_timeout_ms: float

    class AgentSpecAllowNetItem(TypedDict):
        host: str
        ports: list[int]

    class AgentSpec(TypedDict):
        protocol: int
        schema: str
        endpoint: str
        name: str
        command: list[str]
        environment: dict[str, str]
        level: str
        module: ModuleSpec
        concurrency: int
        spares: int
        timeout_ms: float
        setup_timeout_ms: float
        load_timeout_ms: float
        cpu_time_ms: float | None
        module_memory: int | None
        allow_net: list[AgentSpecAllowNetItem]
        files: dict[str, str]
        secrets: dict[str, str]

    class ResultTailDigits(TypedDict):
        reward: NotRequired[str]
        info: NotRequired[dict[str, str]]

    class ResultTailError(TypedDict):
        type: str
        message: str
        traceback: str | None

    class ResultTailEvidenceItem(TypedDict):
        kind: Literal["frame_walk", "introspection", "code_changed", "tracing", "patched", "completion_executed", "code_executed", "process", "disabled", "unwatched"]
        message: str
        where: str | None
        source: str | None

    class ResultTail(TypedDict):
        info: NotRequired[dict[str, float | str]]
        digits: NotRequired[ResultTailDigits]
        observation: NotRequired[str]
        observation_json: NotRequired[str]
        error: NotRequired[ResultTailError]
        stack: NotRequired[str]
        stdout: NotRequired[str]
        stderr: NotRequired[str]
        warnings: NotRequired[list[str]]
        unset: NotRequired[list[str]]
        evidence: NotRequired[list[ResultTailEvidenceItem]]

    class CallsMessageFromHost(TypedDict):
        type: Literal["calls"]
        count: int

    class RequestsMessageFromHost(TypedDict):
        type: Literal["requests"]
        count: int

    class CancelMessageFromHost(TypedDict):
        type: Literal["cancel"]
        calls: list[int]

    class RunningMessageFromHost(TypedDict):
        type: Literal["running"]
        request: int
        limit: int

    class WorkersMessageFromHost(TypedDict):
        type: Literal["workers"]
        request: int
        limit: int

    class CloseMessageFromHost(TypedDict):
        type: Literal["close"]

    class HelloMessageFromAgent(TypedDict):
        type: Literal["hello"]
        protocol: int
        schema: str
        python: str
        ledger: int

    class LoadedMessageFromAgent(TypedDict):
        type: Literal["loaded"]
        function: str
        shape: str
        parameters: list[str]
        reserved: list[str]
        required: list[list[str]]
        load_ms: float
        warnings: list[str]
        unset: list[str]
        output: str

    class LoadFailedMessageFromAgent(TypedDict):
        type: Literal["load_failed"]
        reason: Literal["module", "timeout", "ended", "sandbox"]
        message: str

    class FilesMessageFromAgent(TypedDict):
        type: Literal["files"]
        files: dict[str, str]

    class ResultsMessageFromAgent(TypedDict):
        type: Literal["results"]
        count: int

    class RunningMessageFromAgentCallsItem(TypedDict):
        call: int
        running_ms: float
        stack: str | None

    class RunningMessageFromAgent(TypedDict):
        type: Literal["running"]
        request: int
        calls: list[RunningMessageFromAgentCallsItem]

    class WorkersMessageFromAgentWorkersItem(TypedDict):
        pid: int | None
        state: str
        age_ms: float
        calls: int
        restarts: int
        rss_bytes: int | None
        running_ms: float | None

    class WorkersMessageFromAgentEndedItem(TypedDict):
        reason: str
        ago_ms: float
        age_ms: float
        calls: int

    class WorkersMessageFromAgent(TypedDict):
        type: Literal["workers"]
        request: int
        states: dict[str, int]
        restarts: dict[str, int]
        forks: list[int]
        fork_seconds: float
        workers: list[WorkersMessageFromAgentWorkersItem]
        ended: list[WorkersMessageFromAgentEndedItem]

    class DiedMessageFromAgent(TypedDict):
        type: Literal["died"]
        message: str
        unstarted: list[int]

    class LogMessageFromAgent(TypedDict):
        type: Literal["log"]
        line: str

    HostMessage = CallsMessageFromHost | RequestsMessageFromHost | CancelMessageFromHost | RunningMessageFromHost | WorkersMessageFromHost | CloseMessageFromHost

    AgentMessage = HelloMessageFromAgent | LoadedMessageFromAgent | LoadFailedMessageFromAgent | FilesMessageFromAgent | ResultsMessageFromAgent | RunningMessageFromAgent | WorkersMessageFromAgent | DiedMessageFromAgent | LogMessageFromAgent
