// Writes the file that a user has named: whole, or not at all. A program writes to a file with
// another name beside the wanted one, and renames it at the end.
// Tested by tests/tools/compare/run and tests/tools/desk/run.
#pragma once

#include <cstdio>
#include <functional>
#include <string>

namespace minijvm::launched {

// Returns why no file of that name can be written, for a program that asks before its work; empty
// if it seems possible.
std::string complaint_about_output_file(const std::string& path);

// Writes the file by `write`. Returns a complaint, or an empty text; after a complaint no part of
// the file is left.
std::string write_output_file(const std::string& path,
                              const std::function<void(std::FILE*)>& write);

}  // namespace minijvm::launched
