"""Processes and the network: RH134 to RH136."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from runrl_audit.facts import Call
from runrl_audit.look import in_function, own_nodes
from runrl_audit.matches import Hit, rule, source_of
from runrl_audit.names import is_constructor, is_llm_call, is_network_call, root_in
from runrl_audit.taint import Flow

WAITS = frozenset({"subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output"})
NEVER = frozenset({"os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput"})
TEN_MINUTES = frozenset({"openai", "anthropic"})


def _without(call: Call, *names: str) -> bool:
    """Whether a call gives none of these arguments, or None for them."""
    if any(keyword.arg is None for keyword in call.node.keywords):
        return False
    return all(name not in call.named or call.named[name].kind == "none" for name in names)


@rule("RH134", "high", "give it `timeout=` and `start_new_session=True`, and end the group when time is up")
def process_without_end(flow: Flow) -> Iterator[Hit]:
    """A process that nothing ends."""
    for call in flow.calls:
        if not in_function(flow, call.node):
            continue
        if (call.is_any(*WAITS) and _without(call, "timeout")) or call.is_any(*NEVER):
            yield Hit(
                call.node, f"`{source_of(call.node.func)}` has no timeout: a process that never ends stops the worker"
            )
        elif call.is_any("subprocess.Popen", "asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell"):
            if not _waited_for(flow, call.node):
                yield Hit(
                    call.node, "Nothing waits for this process with a timeout: one that never ends stops the worker"
                )


def _waited_for(flow: Flow, node: ast.Call) -> bool:
    waits = False
    for each in own_nodes(flow.function_of(node)):
        if not isinstance(each, ast.Call):
            continue
        name = ast.unparse(each.func)
        limited = "timeout" in {keyword.arg for keyword in each.keywords}
        if name.endswith(".communicate") and (limited or len(each.args) > 1):
            return True
        if name.endswith(".wait") and (limited or each.args):
            return True
        if name.endswith(("wait_for", ".timeout", "move_on_after", "fail_after")):
            return True
        waits = waits or name.endswith((".communicate", ".wait"))
    returned = any(isinstance(each, ast.Return) for each in flow.around(node))
    return returned and not waits


@rule("RH135", "warning", "give it `timeout=`")
def request_without_timeout(flow: Flow) -> Iterator[Hit]:
    """A request that waits for ever."""
    for call in flow.calls:
        names = [name for name in call.names if not name.startswith(".")]
        live = in_function(flow, call.node)
        for name in names:
            if live and root_in(name, frozenset({"requests"})) and is_network_call(name) and _without(call, "timeout"):
                yield Hit(call.node, f"`{source_of(call.node.func)}` waits for ever where no answer comes")
            elif live and name == "urllib.request.urlopen" and len(call.args) < 3 and _without(call, "timeout"):
                yield Hit(call.node, "`urlopen` waits for ever where no answer comes")
            elif live and name == "socket.create_connection" and len(call.args) < 2 and _without(call, "timeout"):
                yield Hit(call.node, "`create_connection` waits for ever where no answer comes")
            elif name.startswith("httpx.") and "timeout" in call.named and call.named["timeout"].kind == "none":
                yield Hit(call.node, "`timeout=None` waits for ever where no answer comes")
            elif live and root_in(name, TEN_MINUTES) and is_llm_call(name) and _without(call, "timeout"):
                if not _client_has_timeout(flow, name):
                    yield Hit(
                        call.node,
                        "Without `timeout=` this client waits ten minutes, and then tries again",
                    )
                    return


def _client_has_timeout(flow: Flow, name: str) -> bool:
    root = name.partition(".")[0]
    for call in flow.calls:
        for each in call.names:
            if each.startswith(f"{root}.") and (is_constructor(each) or each.endswith("with_options")):
                if not _without(call, "timeout"):
                    return True
    return False


@rule("RH136", "info", "cache answers, pin the model, and allow the host with `--allow-net`")
def asks_network(flow: Flow) -> Iterator[Hit]:
    """Rewards that ask over the network."""
    for call in flow.calls:
        if not in_function(flow, call.node):
            continue
        for name in sorted(call.names):
            if is_llm_call(name) or is_network_call(name):
                what = "A model is asked" if is_llm_call(name) else "The network is asked"
                yield Hit(call.node, f"{what}: slow, not the same each time, and refused without `--allow-net`")
                return
