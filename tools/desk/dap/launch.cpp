// Reads the arguments of `launch`. A value of the wrong kind is an error and is not passed over,
// since it is a slip in a file that a person has written.
#include "tools/desk/dap/launch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>

namespace minijvm::desk::dap {
namespace {

using Words = std::vector<std::string>;

std::string absolute(const std::string& path, const std::string& folder) {
  const std::string whole = path.starts_with('/') || folder.empty() ? path : folder + '/' + path;
  char buffer[PATH_MAX];
  return realpath(whole.c_str(), buffer) == nullptr ? whole : buffer;
}

// Appends the words of an argument that is a text to be split, or a list of words.
bool read_words(const Json& value, Words* words) {
  if (value.is_null())
    return true;
  if (value.is_text()) {
    for (std::string& word : split_words(value.text())) words->push_back(std::move(word));
    return true;
  }
  for (const Json& item : value.items()) {
    if (!item.is_text())
      return false;
    words->push_back(item.text());
  }
  return value.is_list();
}

bool read_list(const Json& value, Words* words) {
  for (const Json& item : value.items()) {
    if (!item.is_text())
      return false;
    words->push_back(item.text());
  }
  return value.is_null() || value.is_list();
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ":") + word;
  return text;
}

}  // namespace

std::vector<std::string> split_words(std::string_view line) {
  Words words;
  std::string word;
  bool is_open = false;  // a word has begun, which may be an empty one in quotes
  char quote = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char letter = line[at];
    const bool is_blank = letter == ' ' || letter == '\t' || letter == '\n';
    if (quote == 0 && is_blank) {
      if (is_open)
        words.push_back(std::move(word));
      word.clear();
      is_open = false;
      continue;
    }
    is_open = true;
    if (letter == '\\' && quote != '\'' && at + 1 < line.size()) {
      word += line[++at];
    } else if (quote == 0 && (letter == '"' || letter == '\'')) {
      quote = letter;
    } else if (quote == letter) {
      quote = 0;
    } else {
      word += letter;
    }
  }
  if (is_open)
    words.push_back(std::move(word));
  return words;
}

Expected<Launch, std::string> read_launch(const Json& arguments) {
  const auto wrong = [](const char* name, const char* what) {
    return Unexpected<std::string>(fmt::format("launch: `{}` must be {}", name, what));
  };
  for (const char* name : {"mainClass", "jarFile", "cwd"}) {
    if (arguments.has(name) && !arguments[name].is_text())
      return wrong(name, "a text");
  }
  Launch launch;
  launch.folder = arguments["cwd"].text();
  Words class_paths;
  Words program_arguments;
  if (!read_words(arguments["vmArgs"], &launch.words))
    return wrong("vmArgs", "a text or a list of texts");
  if (!read_words(arguments["args"], &program_arguments))
    return wrong("args", "a text or a list of texts");
  if (!read_list(arguments["classPaths"], &class_paths))
    return wrong("classPaths", "a list of texts");
  if (!read_list(arguments["sourcePaths"], &launch.source_paths))
    return wrong("sourcePaths", "a list of texts");
  for (std::string& path : launch.source_paths) path = absolute(path, launch.folder);
  const std::string& jar = arguments["jarFile"].text();
  launch.is_jar = !jar.empty();
  launch.name = jar.empty() ? arguments["mainClass"].text() : jar;
  // A name that looks like an option would be taken for one.
  if (launch.name.empty() || launch.name.starts_with('-'))
    return Unexpected<std::string>(
        "launch needs `mainClass`, the class whose main runs, or "
        "`jarFile`");
  if (!class_paths.empty()) {
    launch.words.emplace_back("-cp");
    launch.words.push_back(joined(class_paths));
  }
  if (!jar.empty())
    launch.words.emplace_back("-jar");
  launch.words.push_back(launch.name);
  for (std::string& word : program_arguments) launch.words.push_back(std::move(word));
  launch.stops_on_entry = arguments["stopOnEntry"].is_true();
  launch.steps_into_library = arguments["stepIntoLibrary"].is_true();
  launch.opens_view = arguments["openView"].is_true();
  launch.has_debugger = !arguments["noDebug"].is_true();
  return launch;
}

void add_folders(std::string_view path, Words* folders) {
  while (!path.empty()) {
    const std::string_view folder = path.substr(0, path.find(':'));
    path.remove_prefix(std::min(folder.size() + 1, path.size()));
    if (!folder.empty())
      folders->push_back(absolute(std::string(folder), ""));
  }
}

std::string find_source(const std::vector<std::string>& folders, const std::string& class_name,
                        const std::string& file) {
  // A name with a slash comes from a hostile class file.
  if (file.empty() || file.find('/') != std::string::npos)
    return "";
  std::string package = class_name.substr(0, class_name.rfind('.') + 1);
  for (char& letter : package) letter = letter == '.' ? '/' : letter;
  for (const std::string& folder : folders) {
    for (const std::string& path : {folder + '/' + package + file, folder + '/' + file}) {
      if (access(path.c_str(), R_OK) == 0)
        return path;
    }
  }
  return "";
}

}  // namespace minijvm::desk::dap
