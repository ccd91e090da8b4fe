// The classes of the JDK's java.base, by name. Shared by the flow tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace minijvm::classfile::test {

// "java/lang/Object" and so on, sorted; without module-info.
const std::vector<std::string>& java_base_class_names();
// Empty: java.base has none of that name.
std::vector<std::uint8_t> read_jdk_class(std::string_view name);

}  // namespace minijvm::classfile::test
