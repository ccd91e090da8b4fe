#include "vm/java/vm_times.h"

#include "sync/clock.h"

namespace minijvm::vm {
namespace {

VmTimes times;  // written before a second Java thread runs

}  // namespace

void note_vm_began() { times.began_ns = sync::monotonic_ns(); }
void note_vm_ready() { times.ready_wall_ms = sync::wall_clock_ns() / sync::kNanosPerMilli; }
const VmTimes& vm_times() { return times; }

}  // namespace minijvm::vm
