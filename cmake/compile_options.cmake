# The options every room is compiled with. Rooms link `minijvm_options`; tests link `minijvm_test_options`, which keep C++ exceptions for Catch2.
add_library(minijvm_options INTERFACE)
target_include_directories(minijvm_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(minijvm_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
  # gcc 12 takes "literal" + std::string for overlapping memory once it inlines (GCC bug 105651), and an atomic store through a
  # pointer that some inlined path leaves null for a store beyond an object (GCC bug 104475).
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict -Wno-stringop-overflow>
  -fno-strict-aliasing -fno-omit-frame-pointer
  # A failed check names its file, and a package must not name the folder that it was built in.
  -fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=)
target_compile_definitions(minijvm_options INTERFACE
  $<$<CONFIG:Debug>:MINIJVM_DEBUG=1>
  $<$<BOOL:${MINIJVM_GC_STRESS}>:MINIJVM_GC_STRESS=1>)

if(MINIJVM_FUZZ)
  target_compile_options(minijvm_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(MINIJVM_SANITIZE)
  # vptr checks need no help of ours, yet they slow the VM most and the doors are few.
  target_compile_options(minijvm_options INTERFACE -fsanitize=${MINIJVM_SANITIZE} -fno-sanitize=vptr -fno-sanitize-recover=all)
  target_link_options(minijvm_options INTERFACE -fsanitize=${MINIJVM_SANITIZE})
endif()

add_library(minijvm_test_options INTERFACE)
target_link_libraries(minijvm_test_options INTERFACE minijvm_options)

# minijvm_room(<name> SOURCES ... DEPENDS ... [APART <pattern>]): the static library of one room.
# Files that match are objects of their own in every build (minijvm_unity).
function(minijvm_room name)
  cmake_parse_arguments(ROOM "" "APART" "SOURCES;DEPENDS" ${ARGN})
  add_library(minijvm_${name} STATIC ${ROOM_SOURCES})
  target_link_libraries(minijvm_${name} PUBLIC minijvm_options ${ROOM_DEPENDS})
  target_compile_options(minijvm_${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
  minijvm_precompile(minijvm_${name})
  minijvm_unity(minijvm_${name} EXCEPT "${ROOM_APART}")
endfunction()

# The rooms read the standard library and fmt precompiled, which is a third of the compile time: once, in the first room. A build with
# -DMINIJVM_PRECOMPILE=OFF shows which #include is missing, as the presets core and tsan do for the rooms that they have, if their sources are not
# grouped.
function(minijvm_precompile target)
  if(NOT MINIJVM_PRECOMPILE)
    return()
  elseif(target STREQUAL minijvm_base)
    target_precompile_headers(minijvm_base PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${CMAKE_SOURCE_DIR}/cmake/precompiled.h>)
  else()
    target_precompile_headers(${target} REUSE_FROM minijvm_base)
  endif()
  # From precompiled headers gcc 12 inlines more of std::string, and then warns of more that cannot be (as GCC bug 105651).
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-array-bounds -Wno-stringop-overread>)
endfunction()

# Compiles the sources of a target in groups, in builds with MINIJVM_UNITY, which ./bootstrap test
# and .ci/run make: a whole build takes less time. Without it, an edit costs the compilation of one file.
# minijvm_unity(<target> [EXCEPT <pattern>]): files that match stay objects of their own.
function(minijvm_unity target)
  if(NOT MINIJVM_UNITY)
    return()
  endif()
  cmake_parse_arguments(UNITY "" "EXCEPT" "" ${ARGN})
  set_property(GLOBAL APPEND PROPERTY MINIJVM_UNITY_TARGETS ${target})
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP MINIJVM_UNITY_EXCEPT "${UNITY_EXCEPT}")
  # gcc takes a .cpp in a group for a header, whose types must not have parts from a namespace
  # without a name.
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endfunction()

# Asks unity_groups for the groups of all those targets, once their sources are known.
function(minijvm_group_sources)
  get_property(_targets GLOBAL PROPERTY MINIJVM_UNITY_TARGETS)
  if(NOT _targets)
    return()
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(_lines "")
  foreach(_target IN LISTS _targets)
    get_target_property(_folder ${_target} SOURCE_DIR)
    get_target_property(_except ${_target} MINIJVM_UNITY_EXCEPT)
    get_target_property(_sources ${_target} SOURCES)
    list(FILTER _sources INCLUDE REGEX "^[^$].*[.]cpp$")
    foreach(_source IN LISTS _sources)
      if(NOT _except OR NOT _source MATCHES "${_except}")
        cmake_path(ABSOLUTE_PATH _source BASE_DIRECTORY ${_folder} NORMALIZE)
        string(APPEND _lines "${_target}\t${_source}\n")
      endif()
    endforeach()
  endforeach()
  file(WRITE ${CMAKE_BINARY_DIR}/unity_sources "${_lines}")
  execute_process(COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/unity_groups
    INPUT_FILE ${CMAKE_BINARY_DIR}/unity_sources OUTPUT_VARIABLE _rows COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" _rows "${_rows}")
  foreach(_row IN LISTS _rows)
    if(_row MATCHES "^([^\t]+)\t([^\t]+)\t([^\t]+)$")
      set_source_files_properties(${CMAKE_MATCH_3} TARGET_DIRECTORY ${CMAKE_MATCH_1}
        PROPERTIES UNITY_GROUP ${CMAKE_MATCH_2})
    endif()
  endforeach()
endfunction()
