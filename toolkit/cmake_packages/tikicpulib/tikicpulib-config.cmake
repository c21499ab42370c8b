# find_package(tikicpulib): CANN's CPU debugging, kernels called by ICPU_RUN_KF (tikicpulib.h).
# `tikicpulib::<SoC>` is the interface for one part, for example tikicpulib::Ascend910B1.
include_guard(GLOBAL)
get_filename_component(_tikicpulib_root "${CMAKE_CURRENT_LIST_DIR}/../../../../.." ABSOLUTE)

# Architecture macros as the kernel compiler defines them, from the part's description.
function(_tikicpulib_add soc file)
  file(STRINGS ${file} lines REGEX "^(AIC_version|NpuArch|CCE_AICORE|core_type_list)=")
  unset(NpuArch)
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([^=]+)=(.*)$" _ "${line}")
    set(${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
  endforeach()
  string(REGEX REPLACE "^AIC-|-" "" dav "${AIC_version}")
  set(macros ASCENDC_CPU_DEBUG=1 __CCE_KT_TEST__=1 __CCE_AICORE__=${CCE_AICORE} __DAV_${dav}__=1
             ASCENDC_LAUNCH_SOC="${soc}")
  if(DEFINED NpuArch)
    list(APPEND macros __NPU_ARCH__=${NpuArch})
  endif()
  if(core_type_list STREQUAL "CubeCore,VectorCore")
    list(APPEND macros __DAV_${dav}_VEC__=1 __DAV_${dav}_CUBE__=1)
  endif()
  add_library(tikicpulib::${soc} INTERFACE IMPORTED GLOBAL)
  target_compile_definitions(tikicpulib::${soc} INTERFACE ${macros} _GLIBCXX_USE_CXX11_ABI=0)
  target_compile_options(tikicpulib::${soc} INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-w>)
  target_include_directories(
    tikicpulib::${soc} INTERFACE ${_tikicpulib_root}/tools/tikicpulib/include
                                 ${_tikicpulib_root}/tikcpp/tikcfw
                                 ${_tikicpulib_root}/tikcpp/tikcfw/interface
                                 ${_tikicpulib_root}/include)
  target_link_directories(tikicpulib::${soc} INTERFACE ${_tikicpulib_root}/lib64)
  target_link_libraries(tikicpulib::${soc} INTERFACE ascendc_aicore c_sec)
  # ops-nn writes the first letter small.
  string(REGEX REPLACE "^Ascend" "ascend" alias ${soc})
  if(NOT TARGET tikicpulib::${alias})
    add_library(tikicpulib::${alias} ALIAS tikicpulib::${soc})
  endif()
endfunction()

file(GLOB _tikicpulib_files ${_tikicpulib_root}/data/platform_config/*.ini)
foreach(_tikicpulib_file IN LISTS _tikicpulib_files)
  get_filename_component(_tikicpulib_soc ${_tikicpulib_file} NAME_WE)
  _tikicpulib_add(${_tikicpulib_soc} ${_tikicpulib_file})
endforeach()
