// The socket to the VM: JSON lines in both directions.
// Tested by tests/tools/desk/session_test.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/json/json.h"
#include "tools/desk/loop.h"
#include "tools/desk/vm_process.h"

namespace minijvm::desk {

class ControlSocket {
 public:
  using Heard = std::function<void(const Json& line)>;

  // Calls `heard` for each line of the VM. REQUIRES: `vm` lives longer.
  ControlSocket(Loop& loop, VmProcess& vm, Heard heard);
  ~ControlSocket() { loop_.forget(vm_.control()); }
  ControlSocket(const ControlSocket&) = delete;
  ControlSocket& operator=(const ControlSocket&) = delete;

  // A request is short and a VM that converses reads it at once, so the desk waits for it.
  void write_request(std::int64_t id, const std::string& command) const;
  // A VM that converses takes this for `quit`.
  void end_requests() const;
  // Reads the last lines of a VM that has ended.
  void end();

 private:
  // Returns false if there was nothing to read.
  bool read_once();

  Loop& loop_;
  VmProcess& vm_;
  const Heard heard_;
  std::string unread_;  // the beginning of a line
};

}  // namespace minijvm::desk
