// Gives the bytes of a page a name in C++. CMake compiles this file once for each page, with the
// name of the function in MINIJVM_PAGE and the symbols of page_bytes.S in the two others.
// Tested by tests/pages/run.
#include "tools/pages/page.h"

#ifdef MINIJVM_PAGE_BEGIN
extern "C" const char MINIJVM_PAGE_BEGIN[];
extern "C" const char MINIJVM_PAGE_END[];
#endif

namespace minijvm::pages {

std::string_view MINIJVM_PAGE() {
#ifdef MINIJVM_PAGE_BEGIN
  return {MINIJVM_PAGE_BEGIN, static_cast<std::size_t>(MINIJVM_PAGE_END - MINIJVM_PAGE_BEGIN)};
#else
  return {};
#endif
}

}  // namespace minijvm::pages
