// Writes a recording as a page that needs no VM, or as plain JSON.
// Tested by tests/tools/desk/run.
#pragma once

#include <string>

namespace minijvm::desk {

// False in a build without esbuild, which makes pages.
bool has_page();

// Returns why a recording cannot be written to `path`, or "".
std::string complaint_about_output(const std::string& path);

// Writes a page if the name ends in .html, else the JSON. The file is there whole, or it is not
// there. Returns why it could not be written, or "".
std::string write_recording(const std::string& path, const std::string& title,
                            const std::string& json);

// The page with the recording inside, as a text.
std::string recording_page(const std::string& title, const std::string& json);
// The page that shows what the desk sends: without data, and with leave to ask the desk.
std::string live_page(const std::string& title);
// The policy of that page, as a header's value.
std::string live_policy();

}  // namespace minijvm::desk
