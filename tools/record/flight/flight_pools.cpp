// Adds constants as events name them.
#include "tools/record/flight/flight_pools.h"

#include <algorithm>

namespace minijvm::vm::record {
namespace {

// "java.lang.Object" as class files write it.
std::string internal_name(std::string name) {
  std::ranges::replace(name, '.', '/');
  return name;
}

}  // namespace

jfr::Ref<jfr::Thread> FlightPools::thread(std::uint64_t id) {
  const auto [found, is_new] = threads_.try_emplace(id);
  if (id != 0 && is_new) {
    found->second = add_thread(id);
  }
  return found->second;
}

jfr::Ref<jfr::Thread> FlightPools::add_thread(std::uint64_t id) {
  const auto number = static_cast<std::uint32_t>(id);
  const std::string name = run_.thread_name(number);
  const auto known = run_.threads.find(number);
  const std::int64_t java_id = known == run_.threads.end() ? 0 : known->second.java_id;
  const jfr::Ref<jfr::ThreadGroup> group = pools_.add(jfr::ThreadGroup{.name = "main"});
  return pools_.add(jfr::Thread{.osName = name,
                                .osThreadId = static_cast<std::int64_t>(id),
                                .javaName = name,
                                .javaThreadId = java_id,
                                .group = group});
}

jfr::Ref<jfr::Thread> FlightPools::kernel_thread(EventOwner owner) {
  const auto worker = run_.workers.find(owner);
  const std::string name = worker == run_.workers.end() ? "LWP" : worker->second;
  return pools_.add(
      jfr::Thread{.osName = name, .osThreadId = static_cast<std::int64_t>(owner & 0xffff'ffff)});
}

// The package is what the JDK's readers show of a class besides its name.
jfr::Ref<jfr::Class> FlightPools::class_named(const std::string& name, std::uint32_t modifiers) {
  const std::size_t slash = name.rfind('/');
  jfr::Ref<jfr::Package> package;
  if (slash != std::string::npos) {
    package = pools_.add(jfr::Package{.name = pools_.symbol(name.substr(0, slash))});
  }
  return pools_.add(
      jfr::Class{.name = pools_.symbol(name), .package = package, .modifiers = modifiers});
}

jfr::Ref<jfr::Class> FlightPools::klass(std::uint64_t address) {
  const auto [found, is_new] = classes_.try_emplace(address);
  const std::string name = is_new ? run_.text_of(address) : "";
  if (!name.empty()) {
    found->second = class_named(internal_name(name), 0);
  }
  return found->second;
}

jfr::Ref<jfr::Method> FlightPools::method(std::uint32_t number) {
  const auto [found, is_new] = methods_.try_emplace(number);
  if (is_new) {
    const MethodFacts& facts = stacks_.methods[number];
    found->second =
        pools_.add(jfr::Method{.type = class_named(facts.class_name, facts.class_modifiers),
                               .name = pools_.symbol(facts.name),
                               .descriptor = pools_.symbol(facts.descriptor),
                               .modifiers = facts.modifiers,
                               .hidden = facts.is_hidden});
  }
  return found->second;
}

jfr::Ref<jfr::StackTrace> FlightPools::stack(std::uint64_t number) {
  if (number == 0 || number > stacks_.stacks.size()) {
    return {};
  }
  const auto [found, is_new] = stack_traces_.try_emplace(number);
  if (is_new) {
    std::vector<jfr::StackFrame> frames;
    for (const FrameFacts& frame : stacks_.stacks[number - 1]) {
      const bool is_native = stacks_.methods[frame.place.method].is_native;
      frames.push_back({.method = method(frame.place.method),
                        .lineNumber = frame.line,
                        .bytecodeIndex = frame.place.bci,
                        .type = is_native ? jfr::kFrameNative : jfr::kFrameInterpreted});
    }
    const bool is_cut = frames.size() == static_cast<std::size_t>(Stacks::kMostFrames);
    found->second = pools_.add(jfr::StackTrace{.truncated = is_cut, .frames = frames});
  }
  return found->second;
}

}  // namespace minijvm::vm::record
