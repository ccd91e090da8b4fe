// The pages that show recorded runs of the VM: one HTML file each, with the recordings inside. It
// opens from disk, without the VM and without a network (README.md). Each page is a library of its
// own, so that a program holds the pages that it writes and no others.
// Tested by tests/pages/run.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace minijvm::pages {

// The page with the marks where title and data go; empty in a build without esbuild, which makes
// pages. Each is in a library with the name of its own, such as minijvm_timeline_page.
std::string_view timeline_page();
std::string_view compare_page();
std::string_view stepper_page();

// Writes the page with this data (README.md, "Data format") to `out`. Whether all of it was written
// is what ferror(out) says. REQUIRES: the page is not empty.
void write_page(std::FILE* out, std::string_view page, std::string_view title,
                std::string_view json);

// Writes the page without data. It gets its data from the server that it comes from, which its
// policy lets it ask. REQUIRES: the page is not empty.
void write_live_page(std::FILE* out, std::string_view page, std::string_view title);

// The policy of that page, as it stands in it, so that the server can send it as a header, too.
std::string live_policy(std::string_view page);

}  // namespace minijvm::pages
