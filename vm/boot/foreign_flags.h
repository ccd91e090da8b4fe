// Through this interface the core asks about flags that it does not know: HotSpot's flags that mean
// nothing here, and options of older VMs. tools/compat answers, if it is linked. Without it, the
// default answers below describe a VM that knows its own flags only.
// Tested by tests/vm/options_test.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vm/boot/option_words.h"

namespace minijvm::vm {

struct FlagText;
struct Options;

class ForeignFlags {
 public:
  virtual ~ForeignFlags() = default;

  // Returns the options of this VM that an option of another VM stands for: "-green" is
  // "-XX:ThreadModel=M:1", "-Xbatch" becomes no option at all. Returns nothing if the option is
  // unknown. The error is the message for stderr.
  using Translated = std::optional<Expected<std::vector<std::string>, std::string>>;
  virtual Translated translate(std::string_view) const { return std::nullopt; }
  // Returns the options that the environment variables of other VMs stand for. They are read first,
  // so all other options override them.
  virtual std::vector<std::string> options_of_environment() const { return {}; }
  // Parses a flag that has no row in the tables. The error is the message for stderr.
  virtual Parsed parse(const FlagText& given, Options& options) const;
  // Called when all options are read: foreign flags that change an option do so now.
  virtual void settle(Options&) const {}
  // Checks that the other VM would start with this command line. The error is a message for stdout.
  virtual Parsed check_start(const Options&) const { return {}; }
};

// The launcher sets the foreign flags before it reads options. They live as long as the process.
void set_foreign_flags(const ForeignFlags& flags);
const ForeignFlags& foreign_flags();

}  // namespace minijvm::vm
