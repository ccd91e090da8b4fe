// Standard output and standard error of a program whose run is repeated. They are two pipes to the
// root, which prints each byte once: a process that repeats the run prints the same bytes again, up
// to where an earlier one had come.
// Tested by tests/vm/stepper/travel.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace minijvm::vm::stepper {

// So many bytes a process has written, with those before it was copied.
struct Written {
  std::array<std::uint64_t, 2> bytes{};
};

class Outlets {
 public:
  // Makes the pipes. If both streams are one file, such as a terminal, so are the pipes: then what
  // goes to both keeps its order.
  bool make();
  // In the process that will run the program: its streams are the pipes from now on.
  void become_program();
  // In the root.
  void become_root();

  // The descriptors to read from.
  std::array<int, 2> sources() const { return {pipes_[0].read, pipes_[1].read}; }
  // Reads what the process has written and prints what is new. With `holds`, it is kept instead.
  void take(Written* process, bool holds);
  // Prints what was kept; forgets it.
  void print_held();
  void drop_held();

 private:
  struct Pipe {
    int read = -1;
    int write = -1;
    std::uint64_t printed = 0;
    std::string held;
  };
  void pass_on(Pipe& pipe, int to, std::uint64_t at, const char* text, std::size_t count,
               bool holds);

  std::array<Pipe, 2> pipes_;
};

}  // namespace minijvm::vm::stepper
