// Turns the tables of flags into data. Each include below expands the rows of a table to values of
// OptionRow; the type of a flag is the type of the member that the row points to. The array is a
// constant of the library: reading it needs no initialization, and no VM.
#include "vm/boot/option_table.h"

#include <algorithm>

namespace minijvm::vm {
namespace {

constexpr long double kMostUint32 = std::numeric_limits<std::uint32_t>::max();
constexpr long double kMostInt64 = std::numeric_limits<std::int64_t>::max();
constexpr long double kMostUint64 = FlagRange::kMostUint64;

// These are the words of the column "what it may be".
constexpr Allowed kNone{};
constexpr Allowed kLines{.range = {}, .words = {}, .is_list = true};
constexpr Allowed between(const char* type, long double least, long double most) {
  return {.range = {type, least, most}, .words = {}};
}
constexpr Allowed intx(long double least, long double most) { return between("intx", least, most); }
constexpr Allowed uintx(long double least, long double most) {
  return between("uintx", least, most);
}
constexpr Allowed size(long double least, long double most) {
  return between("size_t", least, most);
}
constexpr Allowed uint(long double least, long double most) { return between("uint", least, most); }
constexpr Allowed uint64(long double least, long double most) {
  return between("uint64_t", least, most);
}
constexpr Allowed real(double least, double most) { return between("double", least, most); }
constexpr Allowed words(std::string_view all) { return {.range = {}, .words = all}; }
constexpr Allowed kWholeType = between("size_t", 0, kMostUint64);

// Two overloads accept a member of Options and a member of the HeapOptions in it.
template <class T>
constexpr AnyOptionMember member_of(T Options::*own) {
  return OptionMember<T>{.own = own};
}
template <class T>
constexpr AnyOptionMember member_of(T gc::HeapOptions::*of_heap) {
  return OptionMember<T>{.of_heap = of_heap};
}

// A second name for a flag is a row, too. Only in options.h does it declare no member.
constexpr OptionRow kRows[] = {
#define MJ_OPTION(type, flag, member, value, allowed, lock, help) \
  {#flag, member_of<type>(&Options::member), allowed, FlagLock::lock, help},
#define MJ_SECOND_NAME(...) MJ_OPTION(__VA_ARGS__)
#include "vm/boot/options.def"
#define MJ_OPTION(type, flag, member, value, allowed, lock, help) \
  {#flag, member_of<type>(&gc::HeapOptions::member), allowed, FlagLock::lock, help},
#define MJ_SECOND_NAME(...) MJ_OPTION(__VA_ARGS__)
#include "gc/heap/heap_options.def"
};

// An incomplete row does not compile: a flag without help, a number that does not say what it may
// be, or a choice of words for a flag that is no text.
constexpr bool is_complete(const OptionRow& row) {
  return !row.name.empty() && !row.help.empty() &&
         row.is_number() == row.allowed.range.is_given() &&
         (row.is_text() || (row.allowed.words.empty() && !row.allowed.is_list));
}
static_assert(std::ranges::all_of(kRows, is_complete),
              "each row needs help, each number what it may be, and nothing else a range");

}  // namespace

std::span<const OptionRow> option_rows() { return kRows; }

const OptionRow* find_option(std::string_view name) {
  const OptionRow* found = std::ranges::find(kRows, name, &OptionRow::name);
  return found == std::end(kRows) ? nullptr : found;
}

}  // namespace minijvm::vm
