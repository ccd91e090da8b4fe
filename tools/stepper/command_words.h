// Reads the words of a command, and makes the parts of answers that many commands share.
// Tested by tests/vm/stepper.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.h"

namespace minijvm::vm::stepper {

inline Json failure(std::string sentence) {
  return Json::record().set("error", std::move(sentence));
}
inline Json nothing() { return Json::record(); }

// Returns the word at that place if it is a number, otherwise the default. A number that is too
// large becomes the largest.
int number_or(const std::vector<std::string>& words, std::size_t at, int otherwise);
bool mentions(const std::vector<std::string>& words, std::string_view word);

}  // namespace minijvm::vm::stepper
