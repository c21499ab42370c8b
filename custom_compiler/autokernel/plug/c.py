"""An operator as a library for C and C++, with a package that CMake finds."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.autokernel.plug.folder import copy, noted_folder
from custom_compiler.autokernel.plug.host import ExportRequest, host_libraries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_CONFIG = """\
# {name}: an operator from a description. find_package({name} CONFIG), then link
# {name}::{name}, or {name}::shared for the shared libraries.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
get_filename_component(_{name}_root "${{CMAKE_CURRENT_LIST_DIR}}/../../.." ABSOLUTE)
if(NOT TARGET {name}::{name})
    add_library({name}::{name} INTERFACE IMPORTED)
    add_library({name}::shared INTERFACE IMPORTED)
    foreach(_{name}_part IN ITEMS {parts})
        add_library({name}::${{_{name}_part}} STATIC IMPORTED)
        set_target_properties({name}::${{_{name}_part}} PROPERTIES
            IMPORTED_LOCATION "${{_{name}_root}}/lib/lib${{_{name}_part}}.a"
            IMPORTED_LINK_INTERFACE_LANGUAGES C
            INTERFACE_INCLUDE_DIRECTORIES "${{_{name}_root}}/include"
            INTERFACE_LINK_LIBRARIES "Threads::Threads;${{CMAKE_DL_LIBS}};m")
        add_library({name}::${{_{name}_part}}_shared SHARED IMPORTED)
        set_target_properties({name}::${{_{name}_part}}_shared PROPERTIES
            IMPORTED_LOCATION "${{_{name}_root}}/lib/lib${{_{name}_part}}.so"
            IMPORTED_NO_SONAME TRUE
            INTERFACE_INCLUDE_DIRECTORIES "${{_{name}_root}}/include")
        set_property(TARGET {name}::{name} APPEND PROPERTY
            INTERFACE_LINK_LIBRARIES {name}::${{_{name}_part}})
        set_property(TARGET {name}::shared APPEND PROPERTY
            INTERFACE_LINK_LIBRARIES {name}::${{_{name}_part}}_shared)
    endforeach()
endif()
"""


def plug_into_c(request: ExportRequest, folder: Path, on_step: Callable[[str], None]) -> str:
    """Write `include`, `lib` and the CMake package; how to use them, in a line.

    Raises:
        MisuseError, BuildError: as `noted_folder` and `host_libraries`.
    """
    name = request.name
    note = {
        "operator": name,
        "into": "c",
        "dtypes": list(request.dtypes),
        "targets": [target.name for target in request.targets],
        "sizes": [dict(sizes) for sizes in request.sizes],
    }
    with noted_folder(folder, note) as staged, tempfile.TemporaryDirectory() as scratch:
        libraries = host_libraries(request, Path(scratch), on_step)
        for library in libraries.values():
            copy(library.header, staged / "include")
            copy(library.static, staged / "lib")
            copy(library.shared, staged / "lib")
        parts = [library.name for library in libraries.values()]
        (staged / "include" / f"{name}.h").write_text(_header(parts), encoding="utf-8")
        config = staged / "lib" / "cmake" / name / f"{name}-config.cmake"
        config.parent.mkdir(parents=True)
        config.write_text(_CONFIG.format(name=name, parts=" ".join(parts)), encoding="utf-8")
    return f"cmake -D{name}_ROOT={folder} finds it: find_package({name} CONFIG), {name}::{name}"


def _header(parts: Iterable[str]) -> str:
    return "#pragma once\n\n" + "".join(f'#include "{part}.h"\n' for part in parts)
