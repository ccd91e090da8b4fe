// The table, and the questions that readers of a command line ask it. It is a constant: the
// launcher reads it before there is a VM.
#include "vm/boot/launcher/own_words.h"

#include <algorithm>

namespace minijvm::vm {
namespace {

constexpr std::uint32_t kTwoFronts = kRecord | kPlay;
constexpr std::uint32_t kDesk = kWeb | kRecord | kPlay | kDap;

constexpr OwnWord kSteps[] = {
    {"--step", "", kRun, "step through bytecode, in this terminal"},
    {"--step=json", "", kRun, "the same for a program: lines of JSON"},
    {"--step=web", "", kWeb, "step in a page; its address is printed"},
    {"--step=record", "", kRecord, "write a session into a page that needs no VM"},
    {"--step=play", "", kPlay, "play a session, and judge what the program prints"},
    {"--step=dap", "[:PORT]", kDap, "serve an editor by the Debug Adapter Protocol"},
    {"--explain", "", kRun, "with --step: say what the next instruction will do"},
    {"--break", "PLACE", kRun | kDesk, "stop at Class.method, or at Class:line; may be repeated"},
    {"--source", "PATH", kRun | kWeb | kRecord | kDap, "folders of sources, separated by colons"},
    {"--session", "FILE", kTwoFronts, "the commands: its lines that begin with \"(step) \""},
    {"--schedule", "TEXT", kTwoFronts, "who makes how many steps: 'one*4 two*2'"},
    {"--by", "line|instruction", kRecord, "the size of a step"},
    {"--until", "N", kRecord, "at most so many stops; 1,000 if not given"},
    {"--limit", "TIME", kTwoFronts, "end after 10s, 500ms or 2m"},
    {"--expect", "TEXT", kPlay, "what the program's output has to hold"},
    {"--report", "FILE", kPlay, "write what happened into this file, as JSON"},
    {"-o", "FILE", kRecord, "the page (.html), or its data (.json)"},
    {"--lecture", "", kWeb | kRecord, "the page begins in lecture mode"},
    {"--port", "N", kWeb, "a port of your own"},
    {"--open", "", kWeb, "open the page by xdg-open"},
};

constexpr OwnWord kSchedules[] = {
    {"--seed", "N", kRun, "one deterministic run, which the number decides"},
    {"--record", "FILE", kRun, "one deterministic run; keep in the file what comes in"},
    {"--replay", "FILE", kRun, "one run by the schedule of a file, or by what --record kept"},
    {"--races", "", kRun | kExplore, "name each two accesses that nothing orders"},
    {"--explore", "[=POLICIES]", kExplore, "search for a schedule that breaks the program"},
    {"--runs", "N", kExplore, "at most so many schedules; 1,000 if not given"},
    {"--for", "SECONDS", kExplore, "how long to search"},
    {"--jobs", "N", kExplore, "by how many VMs at once"},
    {"--seed", "N", kExplore, "another search"},
    {"--fail-on", "LIST", kExplore, "what is a failure, of exception,exit,deadlock,output"},
    {"--same-output", "", kExplore, "output that differs from the first run's is a failure"},
    {"--expect", "FILE", kExplore, "output that differs from this file is a failure"},
    {"--report", "json:FILE|junit:FILE", kExplore, "write the verdict for a program that reads"},
    {"--minimize", "yes|no", kExplore, "make the schedule that fails small; yes if not given"},
    {"--minimize-for", "SECONDS", kExplore, "when to stop making it smaller"},
    {"--reduce", "yes|no", kExplore, "leave out schedules that differ in what commutes only"},
    {"--from", "PLACE", kExplore, "do once what comes before this class, or CLASS.METHOD"},
    {"--output-limit", "SIZE", kExplore, "the most that a run may print, or write into one file"},
    {"--shard", "I/N", kExplore, "one part of the search"},
    {"--diff", "GOOD BAD", kDiff, "where the runs by two schedules part"},
};

constexpr OwnWord kComparisons[] = {
    {"--compare", "=SET", kCompare, "run under models, locks, gang, or '-XX:... | -XX:...'"},
    {"--runs", "N", kCompare, "rounds; 3 if not given"},
    {"--for", "SECONDS", kCompare, "the time that a run may take"},
    {"-o", "FILE", kCompare, "the page; if not given, it is named after the program"},
};

constexpr OwnWord kHelp[] = {
    {"--help-learning", "", kGuide, "this page"},
    {"--doctor", "", kGuide, "which JDK is used and why, what is missing, how to attach"},
    {"-Xtrace:bytecode", "[=FILTER]", kRun, "print each instruction, of CLASS.METHOD only"},
};

constexpr OwnWords kTable[] = {
    {"Step through a program", kSteps},
    {"Find the schedule that breaks it", kSchedules},
    {"Compare runs", kComparisons},
    {"Look around", kHelp},
};

constexpr std::uint32_t kPrograms = ~std::uint32_t{kRun};

bool is_word(const OwnWord& row, std::string_view given) {
  if (!given.starts_with(row.word)) {
    return false;
  }
  const std::string_view rest = given.substr(row.word.size());
  const char joint = row.value.starts_with('[') ? row.value[1] : '=';
  // "-o" is as short as java's options, which have their values in other ways.
  const bool may_join = !row.value.empty() && row.word.size() > 2;
  return rest.empty() || (may_join && rest[0] == joint);
}

bool takes_next_word_of(std::string_view option, std::uint32_t readers) {
  const OwnWord* row = find_own_word(option, readers);
  return row != nullptr && row->takes_next_word() && option == row->word;
}

}  // namespace

std::span<const OwnWords> own_words() { return kTable; }

const OwnWord* find_own_word(std::string_view given, std::uint32_t readers) {
  for (const OwnWords& part : kTable) {
    const auto row = std::ranges::find_if(part.rows, [&](const OwnWord& each) {
      return (each.readers & readers) != 0 && is_word(each, given);
    });
    if (row != part.rows.end()) {
      return &*row;
    }
  }
  return nullptr;
}

bool takes_next_word(const std::string& option) {
  constexpr std::string_view kOfJava[] = {"-cp",
                                          "-classpath",
                                          "--class-path",
                                          "-p",
                                          "--module-path",
                                          "--upgrade-module-path",
                                          "--add-modules",
                                          "--add-exports",
                                          "--add-opens",
                                          "--add-reads",
                                          "--limit-modules",
                                          "--patch-module",
                                          "--enable-native-access"};
  return std::ranges::find(kOfJava, option) != std::end(kOfJava) ||
         takes_next_word_of(option, kRun);
}

bool takes_next_word_of_program(const std::string& option) {
  return takes_next_word_of(option, kPrograms);
}

}  // namespace minijvm::vm
