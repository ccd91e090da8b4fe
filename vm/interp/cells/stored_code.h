// Translations in the archive (classfile/archive/format.h): a method's cells as they are before
// anything is linked, without addresses. So a first call copies them, which takes a fiftieth of a
// translation.
// Tested by tests/vm/archive, where -XX:+VerifySharedSpaces compares each translation.
//
//   StoredTranslation | masks | entries | words | bcis | cells
//                                         |              handler: the number of the cell
//                                         literals and tables of switches
#pragma once

#include <cstdint>
#include <vector>

#include "vm/interp/cells/code.h"

namespace minijvm::interp {

// Returns the stored form of a method's translation, made for this purpose; empty if the method is
// one that is never taken from the archive.
std::vector<std::uint8_t> stored_form(runtime::Method& method);

// Returns a new translation of the method from the archive; null if it has none for this method.
// Masks, entries and bcis stay in the archive.
Code* restored_translation(runtime::Method& method);
// -XX:+VerifySharedSpaces: from now on each of them is compared with a new translation of the
// bytecode; one that differs ends the process with a report.
void compare_restored_translations(bool are_compared);

}  // namespace minijvm::interp
