// The known sets stand in tables; a set of the user is split at "|" and at spaces.
#include "tools/compare/variants.h"

#include <algorithm>
#include <utility>

#include "vm/boot/option_words.h"

namespace minijvm::compare {
namespace {

using Error = Unexpected<std::string>;

VariantSet models() {
  return {"models",
          {},
          {{"1:1", {"-XX:ThreadModel=1:1"}},
           {"M:N", {"-XX:ThreadModel=M:N"}},
           {"M:N+LWP", {"-XX:ThreadModel=M:N", "-XX:+UseLWPSynchronization"}},
           {"bound", {"-XX:+UseBoundThreads"}},
           {"M:1", {"-XX:ThreadModel=M:1"}}}};
}

// The values of -XX:LockingMode (vm/boot/options.def).
VariantSet locks() {
  VariantSet set{"locks", {}, {}};
  for (const char* mode : {"meta-fast", "meta", "tas", "thin", "heavy", "monitorcache"}) {
    set.variants.push_back({mode, {std::string("-XX:LockingMode=") + mode}});
  }
  return set;
}

// The dispatchers of gc/README.md. With one worker there would be nothing to dispatch.
VariantSet gang() {
  return {"gang",
          {"-XX:ParallelGCThreads=4", "-XX:-UseDynamicNumberOfGCThreads"},
          {{"helping", {"-XX:+UseSemaphoreGCThreadsSynchronization", "-XX:+GCCoordinatorHelps"}},
           {"waiting", {"-XX:+UseSemaphoreGCThreadsSynchronization", "-XX:-GCCoordinatorHelps"}},
           {"monitor", {"-XX:-UseSemaphoreGCThreadsSynchronization"}},
           {"baseline", {"-XX:+UseSequencedGCThreadsSynchronization"}}}};
}

// "-XX:LWPs=1 -Xmx8m" is called "LWPs=1 -Xmx8m".
std::string name_of(const std::vector<std::string>& options) {
  std::string name;
  for (const std::string& option : options) {
    name += (name.empty() ? "" : " ") + vm::behind(option, "-XX:").value_or(option);
  }
  return name.empty() ? "as given" : name;
}

Expected<Variant, std::string> variant_of(const std::string& text) {
  std::vector<std::string> options = MJ_TRY(vm::split_options(text, "--compare"));
  for (const std::string& option : options) {
    if (!option.starts_with('-')) {
      return Error("--compare: \"" + option + "\" is no option");
    }
  }
  std::string name = name_of(options);
  return Variant{std::move(name), std::move(options)};
}

Expected<VariantSet, std::string> own_set(const std::string& text) {
  VariantSet set{"options", {}, {}};
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('|', at), text.size());
    Variant variant = MJ_TRY(variant_of(text.substr(at, end - at)));
    if (std::ranges::find(set.variants, variant.name, &Variant::name) != set.variants.end()) {
      return Error("--compare has \"" + variant.name + "\" twice");
    }
    set.variants.push_back(std::move(variant));
    at = end + 1;
  }
  return set;
}

}  // namespace

Expected<VariantSet, std::string> variants_of(const std::string& text) {
  if (text == "models") {
    return models();
  }
  if (text == "locks") {
    return locks();
  }
  if (text == "gang") {
    return gang();
  }
  if (text.find('|') == std::string::npos) {
    return Error(
        "--compare takes models, locks, gang, or sets of options such as "
        "'-XX:LWPs=1 | -XX:LWPs=4', not \"" +
        text + "\"");
  }
  return own_set(text);
}

}  // namespace minijvm::compare
