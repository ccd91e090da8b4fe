# Two packages, by `cpack --config build/release/CPackConfig.cmake -B DIR`: a tarball that runs
# where it is unpacked, and one for Debian.
# Tested by tests/install/packages.
set(CPACK_PACKAGE_NAME minijvm)
set(CPACK_PACKAGE_VENDOR "The minijvm developers")
set(MINIJVM_CONTACT "The minijvm developers <minijvm@lists.example.org>" CACHE STRING
  "Name and address of whoever makes a package")
set(CPACK_PACKAGE_CONTACT "${MINIJVM_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Java virtual machine to learn from")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_FILE_NAME minijvm-${PROJECT_VERSION}-linux-x86_64)
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_SOURCE_DIR}/cmake/package_kinds.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION java)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Any JDK of a release that the VM knows, or what Debian calls its JRE. The first is the default.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "openjdk-17-jre-headless | openjdk-21-jre-headless | openjdk-25-jre-headless, python3")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "openjdk-17-jdk-headless | openjdk-21-jdk-headless, gdb")
string(CONCAT CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "It runs Java programs by the class library of the JDK that is installed, by\n"
  "an interpreter. Beside what java does, it steps through bytecode, locks and\n"
  "collections, in a terminal, in a page or in an editor; it searches for the\n"
  "schedule that breaks a program with threads, and replays it; it draws\n"
  "timelines, and compares thread models side by side.")
set(_debian ${CMAKE_SOURCE_DIR}/cmake/debian)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${_debian}/postinst ${_debian}/prerm ${_debian}/triggers)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# Debian's copyright and changelog, which other installs do not have.
string(TIMESTAMP _date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${_debian}/changelog ${CMAKE_BINARY_DIR}/share/changelog.Debian @ONLY)
execute_process(COMMAND ${_gzip} -9nf ${CMAKE_BINARY_DIR}/share/changelog.Debian
  COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${_debian}/overrides DESTINATION share/lintian/overrides RENAME minijvm
  COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES ${_debian}/copyright ${CMAKE_BINARY_DIR}/share/changelog.Debian.gz
  DESTINATION share/doc/minijvm COMPONENT debian EXCLUDE_FROM_ALL)
include(CPack)
