"""Codes such as EZ3003, which CANN puts before its messages: causes and ways out.

The codes and what they stand for are CANN's (error_code.json of its run time); the words are not.
"""

from __future__ import annotations

import re

NAMED = re.compile(r"(?<![\w.])([EW][A-Z]\d{4}|[EW]\d{5})(?=[:\]]|$)")
_WHOLE = re.compile(r"[EW][A-Z]\d{4}|[EW]\d{5}")

_MESSAGE = "the message after it names the value and what is expected"
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
    "EE1001": ("the run time rejects an argument", _MESSAGE),
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
    "EH0001": ("acl rejects an argument", _MESSAGE),
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
    "EJ0001": ("the process of the network cannot start", "end the processes of the last run"),
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
    "EZ0001": ("an operator rejects the shape of an input", _MESSAGE),
    "EZ0002": ("an operator rejects the value of an attribute", _MESSAGE),
    "EZ0003": ("an operator rejects the length of an attribute", _MESSAGE),
    "EZ0004": ("an operator lacks an input or an attribute", "the message names it"),
    "EZ0005": ("an operator rejects how many elements an input has", _MESSAGE),
    "EZ0006": ("an operator rejects the format of an input", _MESSAGE),
    "EZ0007": ("an operator rejects the element type of an input", _MESSAGE),
    **dict.fromkeys(
        ("EZ0008", "EZ0009", "EZ0010"), ("an operator rejects the shape of a tensor", _MESSAGE)
    ),
    **dict.fromkeys(
        ("EZ0011", "EZ0012", "EZ0013"),
        ("an operator rejects how many dimensions a tensor has", _MESSAGE),
    ),
    **dict.fromkeys(
        ("EZ0014", "EZ0015", "EZ0016"),
        ("an operator rejects how many elements a tensor has", _MESSAGE),
    ),
    **dict.fromkeys(
        ("EZ0017", "EZ0018", "EZ0035"), ("an operator rejects the format of a tensor", _MESSAGE)
    ),
    **dict.fromkeys(
        ("EZ0019", "EZ0020", "EZ0021"),
        ("an operator rejects the element type of a tensor", _MESSAGE),
    ),
    **dict.fromkeys(
        ("EZ0022", "EZ0023"), ("an operator is given too many or too few tensors", _MESSAGE)
    ),
    **dict.fromkeys(
        ("EZ0024", "EZ0026", "EZ0027", "EZ0037"), ("an operator rejects a value", _MESSAGE)
    ),
    **dict.fromkeys(("EZ0025", "EZ0038"), ("an operator rejects the length of a list", _MESSAGE)),
    "EZ0028": ("an operator rejects the strides of a tensor", "make it contiguous"),
    **dict.fromkeys(
        ("EZ0029", "EZ0030", "EZ0031"), ("a file of an operator cannot be used", _MESSAGE)
    ),
    **dict.fromkeys(
        ("EZ0032", "EZ0033", "EZ0034"), ("a setting in an operator's file is wrong", _MESSAGE)
    ),
    "EZ0036": ("a node of the graph is not as an operator needs it", _MESSAGE),
    "EZ1001": ("an aclnn function rejects an argument", _MESSAGE),
    "EZ9903": ("a call of the run time inside of aclnn failed", "the first error before it"),
    "EZ0501": ("an operator has no prototype", _PACKAGE),
    "EZ3002": ("an operator does not support these inputs", _INPUTS),
    "EZ3003": ("the operator is in no operator information library that was searched", _PACKAGE),
    "EZ9010": ("no parser reads this operator of another framework", "write a plugin for it"),
    "EZ9999": (
        "an operator or the run time failed inside",
        "the lines after it say where: of tiling, inference, or of a kernel that faulted",
    ),
}  # fmt: skip

_ATC = ("an option of atc, or of a model's conversion, is wrong", _MESSAGE)
_GRAPH = ("a graph's operators, or the environment they are compiled in, are wrong", _MESSAGE)
_CUBE = ("an operator of CANN rejects its shapes, types, formats or attributes", _INPUTS)
_VECTOR = ("an operator of CANN does not compile", "the words after it say what it rejects")
_TUNER = ("CANN's search for tilings failed", _MESSAGE)
_SHARE = ("splitting a graph over devices failed", _MESSAGE)
_MEDIA = ("a function for pictures and video rejects its arguments or its data", _MESSAGE)
_DEVICE_SIDE = ("the device's own processes failed", "look at the device (npu-smi info)")

# What the first characters of other codes stand for; the longest that fits counts.
_FAMILIES: dict[str, tuple[str, str]] = {
    "E1": ("the graph engine rejects a model or an option", _MESSAGE),
    "E10": _ATC,
    "E104": (
        "an operator is called with other tensors than it was made for",
        "compare number and bytes of the buffers with the definition",
    ),
    "E10501": ("an operator has no prototype", _PACKAGE),
    "E11": ("a model of Caffe cannot be read", _MESSAGE),
    "E12": ("a model of TensorFlow cannot be read", _MESSAGE),
    "E14": ("an operator is compiled with an argument that cannot be", _INPUTS),
    "E16": ("a model of ONNX cannot be read", _MESSAGE),
    "E19": ("the graph engine rejects a file, an operator or a setting", _MESSAGE),
    "E1902": ("the graph engine lacks memory, or a pass of the user's failed", _MESSAGE),
    "E19999": ("the graph engine failed inside", "the first error before it says why"),
    "E2": _GRAPH,
    "E3": _DEVICE_SIDE,
    "E4": ("CANN's compiler of operators failed", _MESSAGE),
    "E5": _CUBE,
    "E6": _CUBE,
    "E68": _TUNER,
    "E7": ("an operator of CANN rejects its parameters", _INPUTS),
    "E76": ("a model of ONNX cannot be read", _MESSAGE),
    "E8": (
        "a configuration file of the operators' package lacks something",
        "install CANN's package of operators again",
    ),
    "E9": _VECTOR,
    "EA": _VECTOR,
    "EB": ("the compiler of CANN's tensor language failed", _MESSAGE),
    "EC": ("CANN's tuner cannot work here", _MESSAGE),
    "ED": ("CANN's tuner cannot use the device", _MESSAGE),
    "EE": ("an error of the run time", _MESSAGE),
    "EF": _SHARE,
    "EH": ("an error of acl", _MESSAGE),
    "EI": ("collective communication (HCCL) failed", _RANKS),
    "EJ": ("the network of collective communication failed", _RANKS),
    "EK": ("profiling failed", _MESSAGE),
    "EL": ("the driver rejects it", "free what is no longer needed; npu-smi info shows devices"),
    "EM": ("the scheduler of queues failed", _MESSAGE),
    "EN": _MEDIA,
    "EO": ("the compression of models failed", _MESSAGE),
    "EP": ("an error of dumps", _MESSAGE),
    "EZ": ("an error of operators", _MESSAGE),
    "W": ("a warning: work goes on", _MESSAGE),
}


def known_names() -> dict[str, tuple[str, str]]:
    """Cause and remedy by code, or by the first characters of codes."""
    return {**_FAMILIES, **_CODES}


def is_name(word: str) -> bool:
    """Return whether a word is written as such a code."""
    return _WHOLE.fullmatch(word) is not None


def explain_name(name: str) -> tuple[str, str] | None:
    """Cause and remedy of a code; None if nothing is known of its kind."""
    if name in _CODES:
        cause, remedy = _CODES[name]
        return f"{name}: {cause}", remedy
    for length in range(len(name), 0, -1):
        if name[:length] in _FAMILIES:
            cause, remedy = _FAMILIES[name[:length]]
            return f"{name}: {cause}", remedy
    return None
