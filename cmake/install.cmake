# What `cmake --install` puts beside the programs: nothing in it has a path of this machine, so the
# folder works wherever it is put (tools/guide/places.h has its shape).
# Tested by tests/install/run.
set(_share share/minijvm)

install(DIRECTORY ${CMAKE_SOURCE_DIR}/tools/gdb/ DESTINATION ${_share}/gdb
  FILES_MATCHING PATTERN "*.py" PATTERN "*.gdb" PATTERN __pycache__ EXCLUDE)

# Samples with their classes. Solutions stay with the sources, and so does what needs the sources.
set(_classes ${CMAKE_SOURCE_DIR}/build/samples)
install(CODE "execute_process(COMMAND_ERROR_IS_FATAL ANY
  COMMAND \"${CMAKE_SOURCE_DIR}/samples/compile\" \"${MINIJVM_JDK_HOME}\" \"${_classes}\")")
install(DIRECTORY ${CMAKE_SOURCE_DIR}/samples/ DESTINATION ${_share}/samples
  FILES_MATCHING PATTERN "*.java" PATTERN README.md
  PATTERN lecture EXCLUDE PATTERN opcode EXCLUDE PATTERN Sold.java EXCLUDE PATTERN checker EXCLUDE)
install(DIRECTORY ${_classes}/ DESTINATION ${_share}/classes
  FILES_MATCHING PATTERN "*.class"
  PATTERN pages EXCLUDE PATTERN opcode EXCLUDE PATTERN "Sold*.class" EXCLUDE)

# In the build's tree it stands beside the launcher, too.
set(_jdk_folder ${CMAKE_SOURCE_DIR}/tools/jdk_folder)
configure_file(${_jdk_folder}/minijvm-jdk ${CMAKE_BINARY_DIR}/bin/minijvm-jdk COPYONLY)
install(PROGRAMS ${_jdk_folder}/minijvm-jdk DESTINATION bin)

set(_lab ${CMAKE_SOURCE_DIR}/tools/lab)
file(CREATE_LINK ${_lab}/minijvm-lab ${CMAKE_BINARY_DIR}/bin/minijvm-lab SYMBOLIC)
install(PROGRAMS ${_lab}/minijvm-lab DESTINATION bin)
install(DIRECTORY ${_lab}/minijvm_lab DESTINATION ${_share}/lab
  FILES_MATCHING PATTERN "*.py" PATTERN __pycache__ EXCLUDE)
file(GLOB _checkers RELATIVE ${CMAKE_SOURCE_DIR}/samples/labs CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/samples/labs/*/checker)
foreach(_checker IN LISTS _checkers)
  cmake_path(GET _checker PARENT_PATH _name)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/samples/labs/${_checker}/
    DESTINATION ${_share}/lab/checkers/${_name})
endforeach()

# The pages for `man` that no table makes.
set(_pages ${_jdk_folder}/minijvm-jdk.1 ${_lab}/minijvm-lab.1)
find_program(_gzip gzip REQUIRED)
function(minijvm_manual_page page)
  cmake_path(GET page FILENAME name)
  set(packed ${CMAKE_BINARY_DIR}/share/${name}.gz)
  # -n leaves out the time, so that equal pages are equal files.
  add_custom_command(OUTPUT ${packed}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/share
    COMMAND ${_gzip} -9nc ${page} > ${packed}
    DEPENDS ${page} VERBATIM)
  add_custom_target(page_${name} ALL DEPENDS ${packed})
  install(FILES ${packed} DESTINATION share/man/man1)
endfunction()
foreach(page ${_pages})
  minijvm_manual_page(${page})
endforeach()
if(MINIJVM_TOOLS AND NOT MINIJVM_SANITIZE)
  minijvm_manual_page(${CMAKE_BINARY_DIR}/share/minijvm.1)
endif()

install(FILES LICENSE README.md GLOSSARY.md CHANGELOG.md SECURITY.md DESTINATION share/doc/minijvm)

# The list of contents, of what was installed so far, so it comes last.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
install(CODE "
  set(_list \"${CMAKE_BINARY_DIR}/share/installed\")
  set(_sbom \"\${CMAKE_INSTALL_PREFIX}/share/doc/minijvm/sbom.spdx.json\")
  list(JOIN CMAKE_INSTALL_MANIFEST_FILES \"\\n\" _files)
  file(WRITE \${_list} \"\${_files}\\n\")
  execute_process(COMMAND_ERROR_IS_FATAL ANY
    COMMAND \"${Python3_EXECUTABLE}\" \"${CMAKE_SOURCE_DIR}/cmake/sbom\" --version ${PROJECT_VERSION}
      --prefix \"\${CMAKE_INSTALL_PREFIX}\" --files \${_list} --out \"\${_sbom}\")
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES \"\${_sbom}\")")

# `cmake --build build/release --target uninstall` removes what the last install has written.
add_custom_target(uninstall
  COMMAND ${CMAKE_COMMAND} -DMANIFEST=${CMAKE_BINARY_DIR}/install_manifest.txt
    -P ${CMAKE_SOURCE_DIR}/cmake/uninstall.cmake VERBATIM)
