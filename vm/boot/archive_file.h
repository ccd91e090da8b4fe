// Finds the archive of class files and translations (classfile/archive/format.h) that a run starts
// with, and decides whether to trust it. A run without one is slower to start, and nothing else.
// Tested by tests/vm/archive.
//
//   -Xshare:auto   the file of -XX:SharedArchiveFile, or that of the JDK's release beside libjvm.so
//                  (minijvm.jsa for JDK 17, minijvm-25.jsa for JDK 25); if it cannot be used,
//                  -Xlog:cds says why, and a warning for a file that the user has named
//   -Xshare:on     the same, but the VM does not start without it
//   -Xshare:off    none
//
// The VM believes an archive as it believes libjvm.so. So it opens a file only if nobody but root
// and the user of this process can have written it, and never in a process that runs with the
// rights of another user. Whoever has it mapped keeps its bytes when another file takes its name;
// that is how archives are replaced (tools/archive/archive_maker.h).
#pragma once

#include <string>

#include "base/expected.h"
#include "vm/boot/options.h"

namespace minijvm::vm {

// Takes the archive that the options ask for. The error is the reason why -Xshare:on cannot be
// served. REQUIRES: options.java_home is set, and no Symbol has been made yet.
Expected<void, std::string> open_archive(const Options& options);

// Returns true if nobody but root and this user can write to the file's folder. Another archive
// would never be used, so none is written there.
bool is_in_trusted_folder(const std::string& path);

// Returns true if the run has taken an archive.
bool has_archive();

// Returns true if the library makes the module graph of a boot without such options: an archive has
// that one only (classfile/archive/stored_objects.h).
bool has_plain_modules(const Options& options);
// Returns true if the library may take that graph. Else it computes the same or another one: for
// options about modules; for those who watch how it does; in a deterministic run, whose identity
// hashes depend on it; and for an archive, which is to have a fresh one.
bool may_take_stored_objects(const Options& options);

// Returns the file of -XX:SharedArchiveFile, or else the default one beside libjvm.so.
// REQUIRES: options.java_home is set.
std::string archive_path(const Options& options);

// Returns the lists of classes for -Xshare:dump, separated by colons: those of
// -XX:SharedClassListFile, or else minijvm.classlist beside libjvm.so, which the build has made, or
// else the JDK's. REQUIRES: as above.
std::string class_lists(const Options& options);

// Returns the file that the run is to write at its end, or with -Xshare:dump when the boot is over;
// empty if there is none. REQUIRES: open_archive has been called.
std::string archive_to_write(const Options& options);

// Returns the text that an archive carries and that must be equal for it to be used: this
// libjvm.so, the JDK's release and image, and the options that change translations. It is empty if
// the linker has given this libjvm.so no number (-Wl,--build-id): then there are no archives.
std::string archive_key(const Options& options);

}  // namespace minijvm::vm
