// The words of `minijvm --compare=...` before the main class.
// Tested by tests/tools/compare/settings_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/expected.h"
#include "tools/compare/variants.h"

namespace minijvm::compare {

struct Settings {
  VariantSet set;
  std::uint64_t rounds = 3;
  std::uint64_t seconds = 0;  // that one run may take; 0: any time
  std::string page;           // the file's name
  bool asked_for_page = false;
  std::string program;                     // the main class or the jar
  std::vector<std::string> options;        // of the user, for all variants
  std::vector<std::string> program_words;  // from the main class, or from -jar, on
};

// The error is for the user.
Expected<Settings, std::string> parse_settings(const std::vector<std::string>& words);

// Returns the launcher's words for a run of the variant.
std::vector<std::string> words_of_run(const Settings& settings, const Variant& variant);

// "Bank" for the class money.Bank and the module's mod/money.Bank, "app.jar" for lib/app.jar.
std::string title_of(const std::string& program);

// Returns all words with spaces between, for people.
std::string text_of(const std::vector<std::string>& words);

}  // namespace minijvm::compare
