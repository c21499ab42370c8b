# find_package(tikicpulib): CANN's CPU debugging, kernels called by ICPU_RUN_KF (tikicpulib.h).
# `tikicpulib::<SoC>` is the interface for one part, for example tikicpulib::Ascend910B1.
include_guard(GLOBAL)
get_filename_component(_tikicpulib_root "${CMAKE_CURRENT_LIST_DIR}/../../../../.." ABSOLUTE)

# Architecture macros as the kernel compiler defines them, from the part's description.
function(_tikicpulib_add soc file)
  file(STRINGS ${file} version REGEX "^AIC_version=" LIMIT_COUNT 1)
  if(NOT version MATCHES "AIC-([CM])-([0-9]+)")
    return()
  endif()
  set(dav ${CMAKE_MATCH_1}${CMAKE_MATCH_2})
  set(number ${CMAKE_MATCH_2})
  set(arch 100)
  foreach(known IN ITEMS 200 220 300 310)
    if(number GREATER_EQUAL known)
      set(arch ${known})
    endif()
  endforeach()
  set(npu_arch_C100 1001)
  set(npu_arch_M200 2002)
  set(npu_arch_C220 2201)
  set(npu_arch_M300 3002)
  set(npu_arch_C310 3510)
  if(NOT DEFINED npu_arch_${dav})
    set(npu_arch_${dav} ${arch})
  endif()
  set(macros ASCENDC_CPU_DEBUG=1 __CCE_KT_TEST__=1 __CCE_AICORE__=${arch} __NPU_ARCH__=${npu_arch_${dav}}
             __DAV_${dav}__=1 ASCENDC_LAUNCH_SOC="${soc}")
  if(dav STREQUAL C220 OR dav STREQUAL C310)
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
endfunction()

file(GLOB _tikicpulib_files ${_tikicpulib_root}/data/platform_config/*.ini)
foreach(_tikicpulib_file IN LISTS _tikicpulib_files)
  get_filename_component(_tikicpulib_soc ${_tikicpulib_file} NAME_WE)
  _tikicpulib_add(${_tikicpulib_soc} ${_tikicpulib_file})
endforeach()
