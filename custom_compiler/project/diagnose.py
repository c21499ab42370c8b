"""Finds the first thing that went wrong in the output of a build."""

from __future__ import annotations

import re
from dataclasses import dataclass

_STEP = re.compile(r"^\[\d+/\d+[^\]]*\] ")
_CONFIGURE_NOISE = re.compile(r'-- |Describing |Preset CMake|\$ |  \w+:[A-Z]+="|\[\d+/\d+\] ')
_FILE_ERROR = re.compile(
    r"^(?P<place>[^\s:][^:\n]*:\d+(?::\d+)?): (?:fatal )?error: (?P<text>.+)$", re.MULTILINE
)
_OWN_ERROR = re.compile(r"^(?:opc: )?error: (?P<text>.+)$", re.MULTILINE)
_HINT = re.compile(r"^opc: hint: (?P<text>.+)$", re.MULTILINE)
_LINK_ERROR = re.compile(
    r"^.*(?:undefined reference to|cannot find -l|No space left on device).*$", re.MULTILINE
)
# What opc puts around a kernel's source, of which the user knows nothing.
_WRAPPER = re.compile(r"^In file included from ascendc\.wrapper\.cpp:\d+:\n", re.MULTILINE)
_INNER_NAME = re.compile(r"\b(\w+?)_ascendc_user\b")
# The scripts of the project put it after what they know to be the user's mistake.
_MISUSE = re.compile(r"^failure: misuse$", re.MULTILINE)
_MISTAKE = re.compile(
    r"^(?:(?P<place>[^\s:][^:\n]*:\d+: )|opc: |op_build: )?error: (?P<text>.+)$", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The first failure.

    Attributes:
        message: One line: file, line and what, if the tool said so.
        details: What the failing tool said, without the build tool's own words.
        hint: A way out, or "".
        misuse: The sources ask for something that cannot be.
        in_source: The message begins with the file and line it is about.
    """

    message: str
    details: str
    hint: str
    misuse: bool
    in_source: bool = False


def diagnose(output: str) -> Diagnosis:
    """Return the first failure in the output of CMake and the build tool."""
    details = _first_failed_step(output) or _configure_output(output)
    details = _INNER_NAME.sub(r"\1", _WRAPPER.sub("", details))
    hint = _HINT.search(details)
    if _MISUSE.search(details):
        mistake = _MISTAKE.search(details)
        message = (mistake["place"] or "") + mistake["text"] if mistake else _first_line(details)
        return Diagnosis(message, "", hint["text"] if hint else "", misuse=True)
    message = ""
    for pattern in (_FILE_ERROR, _LINK_ERROR, _OWN_ERROR):
        match = pattern.search(details)
        if match:
            message = match[0].removeprefix("opc: ").removeprefix("error: ").strip()
            break
    message = message or _first_line(details)
    return Diagnosis(
        message,
        _without_summary(details, message),
        hint["text"] if hint else "",
        misuse=False,
        in_source=_FILE_ERROR.match(message) is not None,
    )


def _first_line(details: str) -> str:
    lines = (line.strip() for line in details.splitlines())
    return next(filter(None, lines), "the build tool failed and said nothing")


def _first_failed_step(output: str) -> str:
    """Return the output of the first failed edge of Ninja; empty if none failed."""
    lines = output.splitlines()
    for start, line in enumerate(lines):
        if line.startswith("FAILED: "):
            block = []
            for following in lines[start + 2 :]:  # the second line is the command
                if _STEP.match(following) or following.startswith(("ninja: ", "FAILED: ")):
                    break
                block.append(following)
            return "\n".join(block)
    return ""


def _configure_output(output: str) -> str:
    """Return the output before CMake or make gave up."""
    for mark in ("CMake Error", "make: ***", "gmake: ***"):
        position = output.find(mark)
        if position >= 0:
            before = output[:position]
            lines = [line for line in before.splitlines() if not _CONFIGURE_NOISE.match(line)]
            text = "\n".join(lines).strip()
            return text if _looks_like_error(text) else _cmake_message(output[position:])
    return output


def _looks_like_error(text: str) -> bool:
    return "error" in text.lower() or "undefined" in text


def _cmake_message(text: str) -> str:
    """Return CMake's own message: the indented lines after its head."""
    lines: list[str] = []
    for line in text.splitlines()[1:]:
        if line.startswith("  ") or (not line and not lines):
            lines.append(line.strip())
        elif line.strip():
            break
    body = " ".join(line for line in lines if line)
    return f"error: {body}" if body else text


def _without_summary(details: str, message: str) -> str:
    """Return the details without lines of message or build tool; empty if nothing remains."""
    dropped = ("error: kernel ", "opc: error: kernel ", "opc: hint: ", "Opc tool start working")
    lines = [line for line in details.splitlines() if not line.startswith(dropped)]
    text = "\n".join(lines).strip()
    return "" if text.removeprefix("error: ") == message else text
