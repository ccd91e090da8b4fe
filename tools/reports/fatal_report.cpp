// Prints the report of a crash, on stderr and in the error file. It runs on the thread that failed,
// in any thread state, so it checks each pointer with can_read before it follows it.
#include "tools/reports/fatal_report.h"

#include <execinfo.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <atomic>
#include <cstdio>

#include "base/check.h"
#include "base/fatal_headline.h"
#include "base/safe_memory.h"
#include "classfile/class_file.h"
#include "gc/heap/heap.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"
#include "tools/reports/error_file.h"
#include "vm/java/properties.h"
#include "vm/java/signals.h"

namespace minijvm::vm {

using runtime::Frame;
using runtime::JavaThread;
using runtime::Method;
using runtime::Slot;
using runtime::Symbol;

namespace {

// Each loop of the report has a bound, because the data that it follows may be damaged.
constexpr int kMostJavaFrames = 100;
constexpr int kMostNativeFrames = 64;
constexpr std::uint32_t kMostEvents = 32;
constexpr std::size_t kMostNameBytes = 300;

// The properties are set late in the boot, and a crash may come earlier.
void print_property(std::FILE* out, const char* label, const char* key) {
  const std::string* value = find_vm_property(key);
  std::fprintf(out, "# %s: %s\n", label, value == nullptr ? "(not known yet)" : value->c_str());
}

// Returns a symbol as text, if it looks like one.
const char* text_of(const Symbol* symbol) {
  return can_read(symbol) && symbol->text().size() <= kMostNameBytes &&
                 can_read(symbol->c_str(), symbol->text().size() + 1)
             ? symbol->c_str()
             : "?";
}

// Prints a java.lang.String's characters, others than ASCII as '?'.
void print_string(std::FILE* out, const java::String* string) {
  const java::ByteArray* value = can_read(string) ? string->value() : nullptr;
  if (!can_read(value)) {
    std::fputs("?", out);
    return;
  }
  bool is_latin1 = string->coder() == 0;
  std::size_t step = is_latin1 ? 1 : 2;
  auto bytes = static_cast<std::size_t>(value->array_length());
  if (bytes > kMostNameBytes || !can_read(value->elements<char>(), bytes)) {
    std::fputs("?", out);
    return;
  }
  for (std::size_t i = 0; i + step <= bytes; i += step) {
    char unit = value->elements<char>()[i];
    bool is_ascii = unit >= ' ' && (is_latin1 || value->elements<char>()[i + 1] == 0);
    std::fputc(is_ascii ? unit : '?', out);
  }
}

// A thread's name is Java data, so it is read with the same care as a frame.
void print_thread(std::FILE* out, const JavaThread& thread) {
  std::fprintf(out, "# thread: vm id %u at %p, kernel id %d, in state %s", thread.id(),
               static_cast<const void*>(&thread), gettid(),
               sync::thread_state_name(thread.state()));
  if (can_read(thread.thread_object)) {
    std::fputs(", named \"", out);
    print_string(out, thread.thread_object->name());
    std::fputs("\"", out);
  }
  std::fprintf(out, "%s\n", sync::world_is_stopped() ? "; the world is stopped" : "");
}

// --- the Java stack ---

// A frame pointer must be inside of the thread's own stack, with room for a header, and aligned.
bool is_frame_pointer(const JavaThread& thread, const Slot* fp) {
  return fp >= thread.stack_base && fp + runtime::kFrameHeaderSlots <= thread.stack_end &&
         reinterpret_cast<std::uintptr_t>(fp) % sizeof(Slot) == 0;
}

// Checks the pointers from which print_method reads the names.
bool looks_like_method(const Method* method) {
  return can_read(method) && can_read(method->holder) && can_read(method->holder->name) &&
         can_read(method->name);
}

void print_method(std::FILE* out, const Method& method, const Slot* fp, const void* pc) {
  std::fprintf(out, "#   %s.%s%s", text_of(method.holder->name), text_of(method.name),
               text_of(method.descriptor));
  if (method.is_native()) {
    std::fputs(" native", out);
  } else {
    // The bci is computed from the pc, which may be wrong, so it is checked against the method's
    // code.
    std::int32_t bci = Frame(const_cast<Slot*>(fp), pc, false).bci();
    bool is_inside = bci >= 0 && static_cast<std::uint32_t>(bci) < method.bytecode_length;
    std::fprintf(out, " bci %d", bci);
    if (is_inside && can_read(method.info) && can_read(method.pool)) {
      std::fprintf(out, " line %d", method.line_number(bci));
    }
  }
  std::fprintf(out, "  fp %p pc %p\n", static_cast<const void*>(fp), pc);
}

// Walks the frames as FrameWalk does, but checks every pointer before it is followed.
void print_java_stack(std::FILE* out, const JavaThread& thread) {
  // A thread in Java publishes its frames only when it enters the VM.
  std::fprintf(out, "# Java stack%s:\n",
               thread.state() == sync::ThreadState::kInJava
                   ? " (as last published; the innermost frames may have changed)"
                   : "");
  const Slot* fp = thread.anchor.fp;
  const void* pc = thread.anchor.pc;
  for (int i = 0; fp != nullptr && i < kMostJavaFrames; ++i) {
    if (!is_frame_pointer(thread, fp)) {
      std::fprintf(out, "#   broken: %p is no frame of the stack [%p, %p)\n",
                   static_cast<const void*>(fp), static_cast<void*>(thread.stack_base),
                   static_cast<void*>(thread.stack_end));
      return;
    }
    const auto* method = static_cast<const Method*>(fp[runtime::kFrameMethod].pointer);
    if (fp[runtime::kFrameMethod].bits == runtime::kEntryFrame) {
      std::fputs("#   -- called from C++ --\n", out);
    } else if (looks_like_method(method)) {
      print_method(out, *method, fp, pc);
    } else {
      std::fprintf(out, "#   broken: the frame at %p names the method %p\n",
                   static_cast<const void*>(fp), static_cast<const void*>(method));
    }
    const Slot* caller = fp[runtime::kFrameCaller].frame;
    pc = fp[runtime::kFrameReturnPc].pointer;
    // The Java stack grows upwards, so a caller is below its callee. This check also ends a walk
    // over a damaged chain that has a cycle.
    if (caller >= fp) {
      std::fprintf(out, "#   broken: the caller's frame %p lies above\n",
                   static_cast<const void*>(caller));
      return;
    }
    fp = caller;
  }
}

// --- the machine ---

void print_registers(std::FILE* out, const ucontext_t& context) {
#if defined(__x86_64__)
  constexpr struct {
    const char* name;
    int index;
  } kRegisters[] = {{"rax", REG_RAX}, {"rbx", REG_RBX},   {"rcx", REG_RCX}, {"rdx", REG_RDX},
                    {"rsi", REG_RSI}, {"rdi", REG_RDI},   {"rbp", REG_RBP}, {"rsp", REG_RSP},
                    {"r8", REG_R8},   {"r9", REG_R9},     {"r10", REG_R10}, {"r11", REG_R11},
                    {"r12", REG_R12}, {"r13", REG_R13},   {"r14", REG_R14}, {"r15", REG_R15},
                    {"rip", REG_RIP}, {"eflags", REG_EFL}};
  std::fputs("# registers:", out);
  int column = 0;
  for (const auto& each : kRegisters) {
    std::fprintf(out, "%s%6s=%016llx", column++ % 4 == 0 ? "\n#  " : " ", each.name,
                 static_cast<unsigned long long>(context.uc_mcontext.gregs[each.index]));
  }
  std::fputs("\n", out);
#else
  (void)context;
  std::fputs("# registers: not printed on this machine\n", out);
#endif
}

struct NativeFrames {
  void* frames[kMostNativeFrames];
  int count = 0;
};

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* out) {
  auto& found = *static_cast<NativeFrames*>(out);
  found.frames[found.count++] = reinterpret_cast<void*>(_Unwind_GetIP(context));
  return found.count == kMostNativeFrames ? _URC_END_OF_STACK : _URC_NO_REASON;
}

// libjvm.so's own functions are not exported, so they appear as offsets. `addr2line -Cfe libjvm.so
// OFFSET` gives their names.
void print_native_stack(std::FILE* out) {
  // glibc's backtrace() would load libgcc_s.so, which a VM that fails may not be able to.
  NativeFrames found;
  (void)_Unwind_Backtrace(add_frame, &found);
  std::fputs("# C++ stack:\n", out);
  // backtrace_symbols_fd writes to the descriptor, past the buffer of the stream.
  std::fflush(out);
  backtrace_symbols_fd(found.frames, found.count, fileno(out));
}

void print_report(std::FILE* out) {
  std::fputs("#\n", out);
  print_property(out, "VM", "java.vm.version");
  print_property(out, "JDK", "java.home");
  if (const auto* context = static_cast<const ucontext_t*>(fault_context())) {
    print_registers(out, *context);
  }
  const JavaThread* self = runtime::current_java_thread();
  if (self == nullptr) {
    std::fputs("# thread: not a Java thread\n", out);
  } else {
    print_thread(out, *self);
    print_java_stack(out, *self);
    std::fputs("# last events:\n", out);
    const_cast<JavaThread*>(self)->events().print(out, kMostEvents);
  }
  std::fflush(out);
  print_native_stack(out);
  std::fputs("#\n", out);
}

}  // namespace

// Prints on stderr first, then into the file: if writing the file fails, stderr has the report.
void print_fatal_report(std::FILE* out) {
  print_report(out);
  std::fflush(out);
  if (std::FILE* file = open_error_file()) {
    std::fprintf(file, "%s\n", fatal_headline());
    print_report(file);
    print_process(file);
    std::fflush(file);
    std::fprintf(out, "# An error report file with more information is saved as:\n# %s\n#\n",
                 error_file_path());
  }
  // The commands run when the report is complete, because they may read its file.
  run_error_commands(out);
  leave_without_core(out);
}

}  // namespace minijvm::vm
