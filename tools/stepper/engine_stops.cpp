// Implements the commands that set, list and forget stops.
#include "tools/stepper/command_words.h"
#include "tools/stepper/engine.h"

namespace minijvm::vm::stepper {

// Returns the answer for a new stop.
Json Engine::added(const Expected<int, std::string>& number, const std::string& where) const {
  if (!number)
    return failure(number.error());
  Json answer = nothing();
  answer.set("number", number.value()).set("where", where);
  Stops::set_state(*stops_.find(number.value()), answer);
  return answer;
}

Json Engine::break_at(const Words& words) {
  if (words.empty())
    return failure("break needs a place; `help` says how it is written");
  return added(stops_.add_break(rest_of_line_), words[0]);
}

Json Engine::watch(const Words& words) {
  if (words.empty() || words.size() > 2)
    return failure("watch needs Class.field");
  return added(stops_.add_watch(words[0], words.size() == 2 ? words[1] : "write"), words[0]);
}

Json Engine::catch_thrown(const Words& words) {
  const bool only_uncaught = words.size() == 2 && words[1] == "uncaught";
  if (words.empty() || words.size() > (only_uncaught ? 2 : 1))
    return failure("catch needs the name of an exception class, or *");
  return added(stops_.add_throw(words[0], only_uncaught),
               words[0] + (only_uncaught ? " uncaught" : ""));
}

Json Engine::remove_stop(const Words& words) {
  int number = number_or(words, 0, -1);
  return stops_.remove(number) ? nothing().set("number", number)
                               : failure("there is no such stop; `stops` lists them");
}

Json Engine::list_stops(const Words&) { return nothing().set("stops", stops_.list()); }

}  // namespace minijvm::vm::stepper
