# Kernels: one build edge per operator and combination of data types, or a few where there are many (and per
# compute unit, if the toolkit does not share kernels between units).

# add_ops_compile_options(<Op>|ALL [COMPUTE_UNIT <SoC>...] OPTIONS <option>...), before add_kernels_compile().
set(KERNEL_OPTIONS_FILE ${CMAKE_BINARY_DIR}/kernel_options.txt)
file(WRITE ${KERNEL_OPTIONS_FILE} "")
function(add_ops_compile_options operator)
  cmake_parse_arguments(OP "" "" "COMPUTE_UNIT;OPTIONS" ${ARGN})
  execute_process(
    COMMAND ${RUN_SCRIPT} ${SCRIPTS}/compile_options.py ${KERNEL_OPTIONS_FILE} ${operator}
            ${OP_COMPUTE_UNIT} ${OP_OPTIONS}
    RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "add_ops_compile_options(${operator}) failed, see above")
  endif()
endfunction()

function(add_kernels_compile)
  string(JOIN "\n" settings
    "autogen=${AUTOGEN_DIR}" "kernel_dir=${OP_KERNEL_DIR}" "host_dir=${OP_HOST_DIR}" "output=${KERNEL_DIR}"
    "toolkit=${ASCEND_CANN_PACKAGE_PATH}" "options=${KERNEL_OPTIONS_FILE}" "units=${REQUESTED_UNITS}")
  file(WRITE ${CMAKE_BINARY_DIR}/plan_kernels.txt "${settings}\n")
  execute_process(
    COMMAND ${RUN_SCRIPT} ${SCRIPTS}/plan_kernels.py ${CMAKE_BINARY_DIR}/plan_kernels.txt
    RESULT_VARIABLE result)
  file(GLOB scripts ${SCRIPTS}/*.py)
  # The plan goes by the sources' names, but for those that it looks for a kernel in: PLAN_READ.
  set(PLAN_READ "")
  include(${KERNEL_DIR}/plan_read.cmake OPTIONAL)
  set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${scripts} ${PLAN_READ})
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "The kernels of ${OP_KERNEL_DIR} cannot be planned, see above")
  endif()

  # Which library tells opc the tiling structures: where any does, the one op_build used, which is ready.
  set(opp_dir ${KERNEL_DIR}/opp/op_impl/ai_core/tbe/op_tiling)
  file(MAKE_DIRECTORY ${opp_dir})
  if("tiling_registry" IN_LIST OPC_FEATURES)
    set(tiling_library ${AUTOGEN_DIR}/libascend_all_ops.so)
  elseif(ENABLE_CROSS_COMPILE)
    set(tiling_library ${NATIVE_TILING_LIBRARY})
  else()
    set(tiling_library ${CMAKE_BINARY_DIR}/op_host/libcust_opmaster_rt2.0.so)
  endif()
  file(CREATE_LINK ${tiling_library} ${opp_dir}/liboptiling.so SYMBOLIC)

  set(KERNEL_CONFIGS "")
  set(KERNEL_OUTPUTS "")
  include(${KERNEL_DIR}/plan.cmake)
  if(ENABLE_BINARY_PACKAGE)
    add_kernel_lists()
  endif()
  # What the package has of the sources, copied by the plan, and again when one is another.
  set(copied ${KERNEL_DIR}/copied.txt)
  add_custom_command(
    OUTPUT ${copied}
    COMMAND ${RUN_SCRIPT} ${SCRIPTS}/copy_sources.py ${OP_KERNEL_DIR} ${KERNEL_DIR}/binary/dynamic ${copied}
    DEPENDS ${KERNEL_FILES} ${SCRIPTS}/copy_sources.py ${SCRIPTS}/source_files.py
    COMMENT "Kernel sources"
    VERBATIM)
  add_custom_target(binary ALL DEPENDS ${KERNEL_CONFIGS} ${copied})
  if(NOT "tiling_registry" IN_LIST OPC_FEATURES)
    if(ENABLE_CROSS_COMPILE)
      add_dependencies(binary native_tiling)
    else()
      add_dependencies(binary cust_optiling)
    endif()
  endif()
  set_property(GLOBAL PROPERTY PLAN_UNITS ${PLAN_UNITS})
  set_property(GLOBAL PROPERTY KERNEL_OUTPUTS ${KERNEL_OUTPUTS})
  set_property(GLOBAL PROPERTY PACKAGE_INPUTS ${KERNEL_CONFIGS} ${KERNEL_FILES} ${copied})
endfunction()

# add_kernel(<Op> <Op>_<md5>[;<Op>_<md5>...] <opFile> <function> <source> <unit>...): called by plan.cmake
macro(add_kernel op names file function source)
  if(ENABLE_BINARY_PACKAGE)
    if("kernel_cache" IN_LIST OPC_FEATURES)
      add_kernel_edge(${op} "${names}" ${file} ${function} "${source}" ${ARGN})
    else()
      foreach(one_unit ${ARGN})
        add_kernel_edge(${op} "${names}" ${file} ${function} "${source}" ${one_unit})
      endforeach()
    endif()
  endif()
endmacro()

macro(add_kernel_edge op names file function source)
  set(units ${ARGN})
  set(name_list ${names})
  list(GET name_list 0 first_name)
  list(GET units 0 first_unit)
  set(unit_arguments "")
  set(outputs "")
  foreach(unit IN LISTS units)
    string(REPLACE ";" "\n" request "${unit};${OPC_ARGUMENTS_${op}_${unit}}")
    string(STRIP "${request}" request)
    list(APPEND unit_arguments --unit "${request}")
    foreach(name IN LISTS name_list)
      set(base ${KERNEL_DIR}/binary/${unit}/${file}/${name})
      list(APPEND outputs ${base}.o ${base}.json)
      list(APPEND KERNEL_OUTPUTS ${base}.o)
      list(APPEND KERNELS_OF_${unit} ${base}.json)
    endforeach()
  endforeach()
  set(name_arguments ${name_list})
  list(TRANSFORM name_arguments PREPEND --name=)
  set(include_arguments ${KERNEL_INCLUDES_${op}})
  list(TRANSFORM include_arguments PREPEND --include=)
  set(depfile_options "")
  set(touch "")
  set(work_dir ${KERNEL_DIR}/work/${op})
  set(params ${name_list})
  list(TRANSFORM params REPLACE "(.+)" "${work_dir}/\\1_param.json")
  set(source_dependencies ${OP_KERNEL_DIR}/${source})
  if(CMAKE_GENERATOR MATCHES "Ninja" OR CMAKE_VERSION VERSION_GREATER_EQUAL 3.20)
    set(depfile ${work_dir}/${first_name}.${first_unit}.d)
    set(depfile_options DEPFILE ${depfile})
  else()
    set(depfile "")
    set(source_dependencies ${KERNEL_FILES})
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja")
    set(touch --touch) # make knows no edge whose result stays as it was
  endif()
  set(soc_list "")
  if("soc_list" IN_LIST OPC_FEATURES)
    set(soc_list --soc-list)
  endif()
  set(opc_module "")
  if("opc_module" IN_LIST OPC_FEATURES)
    set(opc_module --opc-module ${ASCEND_CANN_PACKAGE_PATH}/python/site-packages/opc_tool/opc.py)
  endif()
  set(compiler "")
  if(ENABLE_CROSS_COMPILE)
    set(compiler --compiler ${CMAKE_CXX_COMPILER})
  endif()
  string(REPLACE ";" " " unit_names "${units}")
  string(REPLACE ";" " " shown_names "${names}")
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND ${RUN_SCRIPT} ${SCRIPTS}/compile_kernel.py
            --op ${op} ${name_arguments} --interface ${function} --file ${file}
            --source ${OP_KERNEL_DIR}/${source} --kernel-dir ${OP_KERNEL_DIR}
            --output ${KERNEL_DIR} --opc ${OPC} --toolkit ${ASCEND_CANN_PACKAGE_PATH}
            "--depfile=${depfile}" ${include_arguments} ${touch} ${soc_list} ${opc_module} ${compiler} ${unit_arguments}
    DEPENDS ${source_dependencies} ${params} ${work_dir}/dynamic/${op}.py
            ${AUTOGEN_DIR}/tiling/${op}.json ${SCRIPTS}/compile_kernel.py ${OPC}
    ${depfile_options}
    COMMENT "Kernel ${shown_names} (${unit_names})"
    VERBATIM)
endmacro()

# One edge for the kernel lists of all units: a list takes less time to write than a process to start.
function(add_kernel_lists)
  set(arguments "")
  set(records "")
  set(configs "")
  foreach(unit IN LISTS PLAN_UNITS)
    set(list_file ${KERNEL_DIR}/kernels-${unit}.txt)
    string(REPLACE ";" "\n" list "${KERNELS_OF_${unit}}")
    file(GENERATE OUTPUT ${list_file} CONTENT "${list}\n")
    set(config_dir ${KERNEL_DIR}/binary/config/${unit})
    list(APPEND arguments ${unit} ${list_file} ${config_dir})
    list(APPEND records ${KERNELS_OF_${unit}} ${list_file})
    list(APPEND configs ${config_dir}/binary_info_config.json)
  endforeach()
  add_custom_command(
    OUTPUT ${configs}
    COMMAND ${RUN_SCRIPT} ${SCRIPTS}/binary_config.py ${arguments}
    DEPENDS ${records} ${SCRIPTS}/binary_config.py
    COMMENT "Kernel lists"
    VERBATIM)
  set(KERNEL_CONFIGS ${configs} PARENT_SCOPE)
endfunction()
