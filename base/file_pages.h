// Gives back the pages of a mapped file that are not needed for now.
// Tested by tests/base/file_pages_test.cpp.
//
// A page of a file that is mapped read-only counts as memory of the process from the first touch
// on, and so do the fifteen pages around it that the kernel maps with it. Released pages count no
// more. They stay in the kernel's cache of files, from which the next touch maps them again: that
// costs a small part of reading them.
#pragma once

namespace minijvm {

// Releases the pages that begin in [start, end). The last of them may be the page in which the file
// ends. REQUIRES: a read-only mapping of a file has these pages.
void release_file_pages(const void* start, const void* end);

}  // namespace minijvm
