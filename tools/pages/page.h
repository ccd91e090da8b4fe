// The pages that show a recorded run of the VM: one HTML file each, with the recording inside. It
// opens from disk, without the VM and without a network (README.md).
// Tested by tests/pages/run.
#pragma once

#include <cstdio>
#include <string_view>

namespace minijvm::pages {

// False in a build without esbuild, which makes the page.
bool has_timeline_page();

// Writes the page with this recording (README.md, "Data format") to `out`. Whether all of it was
// written is what ferror(out) says. REQUIRES: has_timeline_page().
void write_timeline_page(std::FILE* out, std::string_view title, std::string_view json);

}  // namespace minijvm::pages
