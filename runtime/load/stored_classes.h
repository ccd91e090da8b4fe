// The archive of class files that the VM starts with (classfile/archive/format.h): finds the record
// of a class that is being loaded.
// Tested by tests/vm/archive.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/atomic.h"
#include "classfile/class_file_parser.h"
#include "classfile/fwd.h"
#include "runtime/fwd.h"

namespace minijvm::runtime {

// Takes symbols and class files from this archive from now on. Called once, before the first Symbol
// is made: a Symbol that was made before would exist twice. The archive stays.
void use_archive(const classfile::Archive& archive);

// Returns the bytes of a class of the JDK's image; empty if the archive has no record of it.
std::span<const std::byte> stored_image_class(const Symbol& name, std::string_view module);

// The platform and the app loader search for classes of the JDK's image in Java. When they have
// found one class of a package, the VM can find the others in the archive: they have the same
// module and protection domain.
struct StoredDefinition {
  std::span<const std::byte> bytes;  // empty: there is none
  Class* peer = nullptr;             // a class of the package that the loader has defined
};
// Called when Java code of a loader has defined the class.
void note_definition(Class& klass);
// Returns how the loader would define the class of this name.
StoredDefinition stored_definition(LoaderData& loader, const Symbol& name);

// Returns the class file of these bytes: from the archive, if that has a class of this name with
// equal bytes, else by parsing them. So the archive may be older than a jar or class folder: what
// counts is what the loader has read. `name` is null if the archive is not to be asked.
Expected<classfile::ClassFile, classfile::FormatError> class_file_of(
    const Symbol* name, std::span<const std::byte> bytes, const classfile::ParseOptions& options);

// Counts a class or a translation that was taken from the archive in its counter of ArchiveUse.
// The kernel maps sixteen pages around each that is touched, and most of them are not needed again
// once a class is built or a method translated. So from time to time the pages of the archive's
// records and of the JDK's image are released.
void note_taken(Atomic<unsigned>& counter);

}  // namespace minijvm::runtime
