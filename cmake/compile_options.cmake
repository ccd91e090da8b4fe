# The options every room is compiled with. Rooms link `minijvm_options`; tests link `minijvm_test_options`, which keep C++ exceptions for Catch2.
add_library(minijvm_options INTERFACE)
target_include_directories(minijvm_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(minijvm_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
  # gcc 12 takes "literal" + std::string for overlapping memory once it inlines (GCC bug 105651), and an atomic store through a
  # pointer that some inlined path leaves null for a store beyond an object (GCC bug 104475).
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict -Wno-stringop-overflow>
  -fno-strict-aliasing -fno-omit-frame-pointer)
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

# minijvm_room(<name> SOURCES ... DEPENDS ...): the static library of one room.
function(minijvm_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(minijvm_${name} STATIC ${ROOM_SOURCES})
  target_link_libraries(minijvm_${name} PUBLIC minijvm_options ${ROOM_DEPENDS})
  target_compile_options(minijvm_${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
  minijvm_precompile(minijvm_${name})
endfunction()

# The rooms read the standard library and fmt precompiled, which is a third of the compile time: once, in the first room. A build with
# -DMINIJVM_PRECOMPILE=OFF shows which #include is missing, as the presets core and tsan do for the rooms that they have.
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
