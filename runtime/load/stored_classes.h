// The archive of class files that the VM starts with (classfile/archive/format.h): finds the record
// of a class that is being loaded.
// Tested by tests/vm/archive and tests/runtime/stored_classes_test.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "classfile/class_file.h"
#include "classfile/fwd.h"
#include "runtime/fwd.h"

namespace minijvm::runtime {

// Takes symbols and class files from this archive from now on. Called once, before the first Symbol
// is made: a Symbol that was made before would exist twice. The archive stays.
void use_archive(const classfile::Archive& archive);

// Returns the bytes that the archive has of a class of the JDK's image; empty if it has none.
std::span<const std::byte> stored_image_class(const Symbol& name, std::string_view module);

// Returns the class file of these bytes, if the archive has a class of this name with equal bytes
// that the options accept. So the archive may be older than a jar or class folder: what counts is
// what the loader has read.
std::optional<classfile::ClassFile> restore_stored_class(const Symbol& name,
                                                         std::span<const std::byte> bytes,
                                                         const classfile::ParseOptions& options);

}  // namespace minijvm::runtime
