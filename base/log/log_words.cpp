// Matches patterns with tags word by word.
#include "base/log/log_words.h"

#include <algorithm>

#include "base/log.h"

namespace minijvm {
namespace {

constexpr LogTagRow kTags[] = {
#define MJ_LOG_ROW(name, label) {#name, label},
    MJ_LOG_TAGS(MJ_LOG_ROW)
#undef MJ_LOG_ROW
};
// The words that HotSpot 17 accepts as tags (-Xlog:help). An argument may use them even if minijvm
// logs nothing under them.
constexpr std::string_view kHotSpotTags =
    "add age alloc annotation arguments attach barrier biasedlocking blocks bot breakpoint "
    "bytecode cds census class classhisto cleanup codecache "
    "compaction compilation condy constantpool constraints container coops cpu cset data "
    "datacreation dcmd decoder defaultmethods director dump "
    "dynamic ergo event exceptions exit fingerprint free freelist gc handshake hashtables heap "
    "humongous ihop iklass indy init inlining install "
    "interpreter itables jfr jit jni jvmci jvmti lambda library liveness load loader logging "
    "malloc map mark marking membername memops metadata "
    "metaspace methodcomparator methodhandles mirror mmu module monitorinflation monitormismatch "
    "nestmates nmethod nmt normalize numa "
    "objecttagging obsolete oldobject oom oopmap oops oopstorage os owner pagesize parser patch "
    "path perf periodic phases plab placeholders preorder "
    "preview promotion protectiondomain ptrqueue purge record redefine ref refine region reloc "
    "remset resolve safepoint sampling scavenge sealed "
    "setting smr stackbarrier stackmap stacktrace stackwalk start startup startuptime state stats "
    "streaming stringdedup stringtable subclass survivor "
    "suspend sweep symboltable system table task thread throttle time timer tlab tracking "
    "trimnative unload unshareable update valuebasedclasses "
    "verification verify vmmutex vmoperation vmthread vtables vtablestubs workgang";

}  // namespace

std::span<const LogTagRow> log_tag_rows() { return kTags; }

LogWords split_log_words(std::string_view text, char separator) {
  LogWords words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    words.insert(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

bool log_tag_matches(std::string_view pattern, const LogTagRow& tag) {
  const bool is_family = pattern.ends_with('*');
  if (is_family) {
    pattern.remove_suffix(1);
  }
  const LogWords wanted = split_log_words(pattern, '+');
  const LogWords has = split_log_words(tag.label, ',');
  if (pattern == "all" || tag.name == pattern || wanted == has) {
    return true;
  }
  return is_family && (tag.name.starts_with(pattern) ||
                       std::includes(has.begin(), has.end(), wanted.begin(), wanted.end()));
}

LogWords all_log_tag_words() {
  LogWords words = split_log_words(kHotSpotTags, ' ');
  words.insert("all");
  for (const LogTagRow& tag : kTags) {
    words.insert(tag.name);
    words.merge(split_log_words(tag.label, ','));
  }
  return words;
}

std::string_view unknown_log_word(std::string_view pattern) {
  const LogWords known = all_log_tag_words();
  if (pattern.ends_with('*')) {
    pattern.remove_suffix(1);
  }
  for (std::string_view word : split_log_words(pattern, '+')) {
    if (!known.contains(word)) {
      return word;
    }
  }
  return {};
}

}  // namespace minijvm
