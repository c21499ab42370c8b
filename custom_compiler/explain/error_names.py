"""Codes such as EZ3003, which CANN puts before its messages: causes and ways out.

The codes and what they stand for are CANN's (error_code.json of its run time); the words are not.
"""

from __future__ import annotations

import re

NAMED = re.compile(r"(?<![\w.])(E[A-Z]\d{4}|E\d{5})(?=[:\]]|$)")
_WHOLE = re.compile(r"E[A-Z]\d{4}|E\d{5}")

_MESSAGE = "the message behind it names the value and what is expected"
_MEMORY = "free memory, or let fewer processes run"
_PACKAGE = (
    "is the package found? custom-compiler list shows what is; source build_out/set_env.bash, or "
    "set ASCEND_CUSTOM_OPP_PATH"
)
_INPUTS = (
    "are types, formats and attributes those of its definition? is it built for this SoC? "
    "(--soc_version)"
)
_RANKS = "compare the settings of all ranks; the first rank that failed has the cause"

_CODES: dict[str, tuple[str, str]] = {
    "E20001": ("an operator did not compile", "the first error before it names file and line"),
    "E20002": ("an environment variable has a value that cannot be", _MESSAGE),
    "E20003": ("a configuration file has a value that cannot be", _MESSAGE),
    "E20007": ("a fusion pass over the graph failed", "switch it off, and look at what it says"),
    "E21001": ("a file cannot be opened", "check the path, and that you may read it"),
    "E21002": ("a file cannot be read as what it should be", _MESSAGE),
    "E22001": ("an operator has no compiled result", "an error before it says why"),
    "E30008": ("an operator on the AI CPU took too long", "look for a loop that never ends"),
    "E39007": ("a process on the device did not start in time", "is the device busy, or lost?"),
    "E40001": ("an environment variable has a value that cannot be", _MESSAGE),
    "E40002": ("Python is older than CANN's compiler needs", "use the version that it names"),
    "E40003": ("a JSON file cannot be opened", "check the path"),
    "E40020": ("a Python module of the compiler cannot be imported", "pip install what it names"),
    "E40021": ("an operator did not compile", "the first error before it names file and line"),
    "E40023": ("a path cannot be used", "check that it exists and may be written"),
    "E40024": ("a Python function of an operator failed", "the traceback before it says where"),
    "EE1001": ("the run time refuses an argument", _MESSAGE),
    "EE1002": ("synchronising a stream took too long", "look for a kernel that waits for ever"),
    "EE1004": ("the run time was given a NULL pointer", "the message names the argument"),
    "EE1005": ("this device does not have the function", "do without it, or ask another SoC"),
    "EE1006": ("this is not supported here", _MESSAGE),
    "EE1007": ("a stream cannot be bound to a model", "use one that is bound to none"),
    "EE1009": ("a model failed when it ran", "the first error before it says why"),
    "EE1010": (
        "a stream, an event or memory belongs to another context",
        "use it in the context that it was made in: aclrtSetCurrentContext",
    ),
    "EE1013": ("host memory is used up", _MEMORY),
    "EE1014": (
        "the file of a kernel is damaged, or for another SoC",
        "build and install the operator again, for this one",
    ),
    "EE1015": ("the driver is older than the function", "update the driver"),
    "EE1021": ("the host cannot make a thread or a lock", "raise the limits of the process"),
    "EE2002": ("an environment variable has a value that cannot be", _MESSAGE),
    "EE4001": ("a stream cannot be bound to a model", "use one that is bound to none"),
    "EE4004": ("profiling cannot be switched on", "is another profiler at work?"),
    "EE9999": ("the run time failed inside", "the first error before it says why"),
    "EH0001": ("acl refuses an argument", _MESSAGE),
    "EH0002": ("acl was given a NULL pointer", "the message names the argument"),
    "EH0003": ("a path cannot be used", "check that it exists and may be read"),
    "EH0004": ("a file is not what acl expects", _MESSAGE),
    "EH0006": ("this is not supported here", _MESSAGE),
    "EH0008": ("acl was given a NULL pointer", "the message names the argument"),
    "EH0010": ("host memory is used up", _MEMORY),
    "EH0011": ("this device does not have the function", "do without it, or ask another SoC"),
    "EI0002": ("a rank waited too long for another", _RANKS),
    "EI0004": ("the table of ranks is not right", "check it, and this process's rank"),
    "EI0005": ("ranks call a collective with different arguments", _RANKS),
    "EI0006": ("ranks could not connect in time", "check addresses, ports and firewalls"),
    "EI0007": ("a collective got no resources", _MEMORY),
    "EI0008": ("ranks have different versions of HCCL", "install the same CANN on all"),
    "EI0011": ("device memory is used up", _MEMORY),
    "EJ0001": ("the process of the network cannot start", "end what the last run left behind"),
    "EJ0002": ("a network port is down", "check the cable and the link"),
    "EJ0003": ("an address or port is taken", "choose another, or end what has it"),
    "EK0002": ("functions of profiling were called in the wrong order", _MESSAGE),
    "EK0007": ("another profiler is at work", "end it first"),
    "EK0204": ("the disk is full", "free some space, or profile to another place"),
    "EL0001": ("there is no such device", "aclrtGetDeviceCount gives their number; count from 0"),
    "EL0002": ("there is no such device", "aclrtGetDeviceCount gives their number; count from 0"),
    "EL0004": ("memory of the driver is used up", _MEMORY),
    "EL0007": ("the user may not use the device", "join the group of the driver's files"),
    "EP0001": ("a configuration file has a value that cannot be", _MESSAGE),
    "EP0004": ("a file cannot be read as what it should be", _MESSAGE),
    "EP0005": ("two settings of a configuration file exclude each other", "leave one out"),
    "EP0006": ("a dump was asked for with a value that cannot be", _MESSAGE),
    "EP0007": ("a dump was asked for with a NULL pointer", "give a path"),
    "EP0008": ("a dump cannot be started or stopped", _MESSAGE),
    "EZ0501": ("an operator has no prototype", _PACKAGE),
    "EZ3002": ("an operator does not support these inputs", _INPUTS),
    "EZ3003": ("the operator is in no operator information library that was searched", _PACKAGE),
    "EZ9010": ("no parser reads this operator of another framework", "write a plugin for it"),
    "EZ9999": (
        "an operator or the run time failed inside",
        "the lines behind it say where: of tiling, inference, or of a kernel that faulted",
    ),
}  # fmt: skip

# What the first letters of other codes stand for, longest first.
_FAMILIES = (
    ("EE", "the run time"), ("EH", "acl"), ("EI", "collective communication (HCCL)"),
    ("EJ", "the network of collective communication"), ("EK", "profiling"), ("EL", "the driver"),
    ("EO", "the compression of models"), ("EP", "dumps"), ("EM", "the scheduler of queues"),
    ("EF", "splitting a graph over devices"), ("EZ", "operators"),
    ("E1", "the graph engine: a model or an option"), ("E2", "compiling a graph's operators"),
    ("E3", "the device's AI CPU"), ("E4", "CANN's compiler of operators"),
    ("E5", "an operator of the cube"), ("E6", "an operator of the cube"),
    ("E7", "reading a model"), ("E8", "an operator of the vector cores"),
    ("E9", "an operator"),
)  # fmt: skip


def is_name(word: str) -> bool:
    """Whether a word is written as such a code."""
    return _WHOLE.fullmatch(word) is not None


def explain_name(name: str) -> tuple[str, str] | None:
    """Cause and remedy of a code; None if nothing is known of its kind."""
    if name in _CODES:
        cause, remedy = _CODES[name]
        return f"{name}: {cause}", remedy
    for letters, family in _FAMILIES:
        if name.startswith(letters):
            return f"{name}: an error of {family}", _MESSAGE
    return None
