// Writes a recording with one event of each type, for `run` beside this file, which knows the
// values: an event's fields here are the rows of its EVENTS. Names are hostile: line breaks,
// markup, characters beyond U+FFFF, empty texts and none.
//   write_all FILE            one chunk
//   write_all FILE --twice    two chunks
//   write_all FILE --open     a chunk whose writer ends too early
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string_view>

#include "tools/record/jfr/chunk_writer.h"

namespace {

using namespace minijvm::vm::record::jfr;

constexpr ChunkStart kStart{1'700'000'000'000'000'000, 5'000'000, 1'000'000'000};
constexpr Ticks kMillisecond = 1'000'000;
constexpr std::uint64_t kAddress = 0x00007f0012345678;
constexpr std::uint64_t kHighAddress = 0xffff'ffff'ffff'fff8;

// The threads, classes and stacks that the events name.
struct Names {
  explicit Names(ConstantPools& pools);

  Ref<Thread> main;      // with all fields
  Ref<Thread> hostile;   // line break, tab, quotes, backslash, markup
  Ref<Thread> beyond;    // beyond U+FFFF
  Ref<Thread> nameless;  // empty name, no group
  Ref<Thread> worker;    // no Java thread
  Ref<ClassLoader> boot;
  Ref<ClassLoader> app;
  Ref<Class> gate;
  Ref<Class> gates;    // an array of arrays, of the boot loader
  Ref<Class> strange;  // a name beyond U+FFFF as a class file has it, default package, hidden
  Ref<StackTrace> stack;
  Ref<StackTrace> cut;
  Ref<StackTrace> empty;

 private:
  void add_threads(ConstantPools& pools);
  void add_classes(ConstantPools& pools);
  void add_stacks(ConstantPools& pools);
};

Names::Names(ConstantPools& pools) {
  add_threads(pools);
  add_classes(pools);
  add_stacks(pools);
}

void Names::add_threads(ConstantPools& pools) {
  const Ref<ThreadGroup> system = pools.add(ThreadGroup{.name = "system"});
  const Ref<ThreadGroup> group = pools.add(ThreadGroup{.parent = system, .name = "main"});
  main = pools.add(Thread{"main", 4711, "main", 1, group});
  hostile =
      pools.add(Thread{"os \n name", 4712, "a\nb\tc\r\"d\"\\e</script><b>&amp;\x01\x7f", 2, group});
  beyond = pools.add(Thread{"\u00fcber", 4713, "\U0001F9F5 \U0001D518 \u00e9\u4e2d", 3, group});
  nameless = pools.add(Thread{"", 4714, "", 4, {}});
  worker = pools.add(Thread{.osName = "GC worker 0", .osThreadId = 4715});
}

void Names::add_classes(ConstantPools& pools) {
  boot = pools.add(ClassLoader{.name = pools.symbol("bootstrap")});
  const Ref<Module> base = pools.add(
      Module{pools.symbol("java.base"), pools.symbol("17"), pools.symbol("jrt:/java.base"), boot});
  const Ref<Package> lang = pools.add(Package{pools.symbol("java/lang"), base, true});
  const Ref<Class> loader =
      pools.add(Class{boot, pools.symbol("jdk/internal/loader/AppClassLoader"), lang, 1, false});
  app = pools.add(ClassLoader{loader, pools.symbol("app")});
  const Ref<Module> unnamed = pools.add(Module{.classLoader = app});
  const Ref<Package> bank = pools.add(Package{pools.symbol("bank"), unnamed, false});
  const Ref<Package> none = pools.add(Package{pools.symbol(""), unnamed, false});
  gate = pools.add(Class{app, pools.symbol("bank/Bank$Gate"), bank, 0x8, false});
  gates = pools.add(Class{boot, pools.symbol("[[Ljava/lang/Object;"), lang, 0x411, false});
  strange =
      pools.add(Class{app, pools.symbol("Odd\xed\xa0\xbd\xed\xb2\xa9<&>"), none, 0x1010, true});
}

void Names::add_stacks(ConstantPools& pools) {
  const Ref<Method> move =
      pools.add(Method{gate, pools.symbol("move"), pools.symbol("(JI)V"), 0x21, false});
  const Ref<Method> init =
      pools.add(Method{strange, pools.symbol("<init>"), pools.symbol("()V"), 0, true});
  const Ref<Method> wait =
      pools.add(Method{gates, pools.symbol("wait0"), pools.symbol("(J)V"), 0x112, false});
  const std::array<StackFrame, 3> frames{{{wait, -1, 0, kFrameNative},
                                          {move, 31, 17, kFrameInterpreted},
                                          {init, 70000, 65534, kFrameInterpreted}}};
  stack = pools.add(StackTrace{false, frames});
  cut = pools.add(StackTrace{true, std::span(frames).first(2)});
  empty = pools.add(StackTrace{});
}

// Gives each event its time: one a millisecond, and each takes a microsecond more than the last.
class Times {
 public:
  Ticks start() { return kStart.ticks + ++count_ * kMillisecond; }
  Ticks length() const { return count_ * kMillisecond / 1000; }

  Instant instant() { return {start()}; }
  Span span() {
    const Ticks now = start();
    return {now, length()};
  }
  ThreadSpan span(Ref<Thread> thread) {
    const Ticks now = start();
    return {now, length(), thread};
  }
  StackSpan span(Ref<Thread> thread, Ref<StackTrace> stack) {
    const Ticks now = start();
    return {now, length(), thread, stack};
  }

 private:
  Ticks count_ = 0;
};

void add_thread_events(ChunkWriter& out, const Names& names, Times& times) {
  out.add(
      JavaMonitorEnter{times.span(names.hostile, names.stack), names.gate, names.beyond, kAddress});
  out.add(JavaMonitorWait{times.span(names.beyond, names.cut), names.gates, names.nameless, 1500,
                          true, kHighAddress});
  constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::min();
  out.add(ThreadPark{times.span(names.nameless, names.empty), names.strange, kNoLimit, kNoLimit,
                     kAddress});
  out.add(ThreadSleep{times.span(names.main, names.stack), 250});
  out.add(ThreadStart{{times.start(), names.main, names.stack}, names.hostile, names.main});
  out.add(ThreadEnd{{times.start(), names.nameless}, names.nameless});
  out.add(JavaThreadStatistics{times.instant(), 5, 2, 1'000'000'000'000, 7});
  out.add(ThreadDump{times.instant(), "Full thread dump\n\"main\" \U0001F9F5\n"});
}

void add_samples(ChunkWriter& out, const Names& names, Times& times) {
  out.add(ExecutionSample{times.instant(), names.main, names.stack, kStateRunnable});
  out.add(NativeMethodSample{times.instant(), names.beyond, names.cut, kStateParkedTimed});
  out.add(ObjectAllocationSample{{times.start(), names.hostile, names.stack}, names.gates, 4096});
  out.add(JavaExceptionThrow{times.span(names.main, names.stack), "", names.strange});
  out.add(JavaErrorThrow{times.span(names.main, names.cut), {}, names.gate});
}

void add_class_events(ChunkWriter& out, const Names& names, Times& times) {
  out.add(ClassLoad{times.span(names.main, names.stack), names.gate, names.app, names.boot});
  out.add(ClassDefine{{times.start(), names.main, {}}, names.strange, names.app});
  out.add(ClassLoadingStatistics{times.instant(), 512, 3});
}

void add_heap_events(ChunkWriter& out, Times& times) {
  const VirtualSpace old_space{0x1000, 0x3000, 0x2000, 0x9000, 0x8000};
  const VirtualSpace young{0x9000, 0xa000, 0x1000, 0xb000, 0x2000};
  const ObjectSpace old_objects{0x1000, 0x3000, 0x1800, 0x2000};
  const ObjectSpace eden{0x9000, 0x9800, 0x100, 0x800};
  const ObjectSpace from{0x9800, 0x9c00, 0x80, 0x400};
  const ObjectSpace to{0x9c00, 0xa000, 0, 0x400};
  out.add(GCHeapSummary{times.instant(), 7, kBeforeGc, old_space, 1U << 30});
  out.add(
      PSHeapSummary{times.instant(), 7, kAfterGc, old_space, old_objects, young, eden, from, to});
  out.add(TenuringDistribution{times.instant(), 7, 15, 1234});
}

void add_collection_events(ChunkWriter& out, const Names& names, Times& times) {
  const Ref<GCCause> cause = out.pools().add(GCCause{{"System.gc()"}});
  out.add(SystemGC{times.span(names.main, names.stack), true});
  out.add(GarbageCollection{times.span(), 7, kParallelScavenge, cause, 3000, 2000});
  out.add(YoungGarbageCollection{times.span(), 7, 15});
  out.add(ParallelOldGarbageCollection{times.span(), std::numeric_limits<std::uint32_t>::max(),
                                       kHighAddress});
  out.add(GCPhasePause{times.span(names.worker), 7, "scavenge"});
  out.add(GCPhasePauseLevel1{times.span(names.worker), 7, "roots\n<b>"});
  out.add(GCPhaseParallel{times.span(names.worker), 7, 3, ""});
  add_heap_events(out, times);
}

void add_safepoint_events(ChunkWriter& out, const Names& names, Times& times) {
  const Ref<VMOperationType> dump = out.pools().add(VMOperationType{{"ThreadDump"}});
  out.add(SafepointBegin{times.span(names.worker), 127, 12, 0});
  out.add(SafepointStateSynchronization{times.span(names.worker), 128, 12, 11, 3});
  out.add(SafepointEnd{times.span(names.worker), 16384});
  out.add(ExecuteVMOperation{times.span(names.worker), dump, true, false, names.main, 128});
}

void add_machine_events(ChunkWriter& out, Times& times) {
  out.add(CPULoad{times.instant(), 0.5F, 0.25F, 1.0F});
  out.add(PhysicalMemory{times.instant(), 1ULL << 36, 1ULL << 35});
  out.add(JVMInformation{
      times.instant(), "minijvm", "17", "-Xmx1g", {}, "Bank 4", 1'700'000'000'123, 42});
  out.add(OSInformation{times.instant(), "uname: Linux\nlibc: glibc"});
  out.add(CPUInformation{times.instant(), "AMD (null)", "two sockets", 2, 16, 32});
  out.add(InitialSystemProperty{times.instant(), "line.separator", "\n"});
}

void add_recording_events(ChunkWriter& out, const Names& names, Times& times) {
  out.add(ActiveRecording{times.span(names.main, {}), 1, "1", "/tmp/a b.jfr", 60'000, 1000,
                          250 << 20, 1'700'000'000'000, 30'000});
  out.add(ActiveSetting{times.span(names.main, {}),
                        static_cast<std::int64_t>(JavaMonitorEnter::kType), "threshold", "20 ms"});
}

void add_own_events(ChunkWriter& out, const Names& names, Times& times) {
  ConstantPools& pools = out.pools();
  const Ref<Symbol> task = pools.symbol("scavenge");
  out.add(LwpRun{times.span(names.hostile), 2, pools.symbol("park")});
  out.add(Ready{times.span(names.beyond)});
  out.add(PlaceTaken{{times.start(), names.main}, 1});
  out.add(MetaLockHandOver{{times.start(), names.main}, names.hostile, names.gate, kAddress});
  out.add(GangDispatch{times.span(), task, 4, 2});
  out.add(WorkerTask{times.span(), task, 3});
  out.add(Steal{times.instant(), 1, 2});
  out.add(LostEvents{times.instant(), std::numeric_limits<std::uint64_t>::max()});
}

void add_events(ChunkWriter& out) {
  const Names names(out.pools());
  Times times;
  add_thread_events(out, names, times);
  add_samples(out, names, times);
  add_class_events(out, names, times);
  add_collection_events(out, names, times);
  add_safepoint_events(out, names, times);
  add_machine_events(out, times);
  add_recording_events(out, names, times);
  add_own_events(out, names, times);
}

// Returns the errno, or 0.
int write_chunk(int file, bool ends) {
  ChunkWriter out(file, kStart);
  add_events(out);
  return ends ? out.finish(kStart.ticks + 100 * kMillisecond, 100'000'000).error : out.error();
}

int write_chunks(int file, std::string_view how) {
  const int error = write_chunk(file, how != "--open");
  return error != 0 || how != "--twice" ? error : write_chunk(file, true);
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) {
    std::fprintf(stderr, "usage: write_all FILE [--twice | --open]\n");
    return 2;
  }
  const int file = open(words[1], O_RDWR | O_CREAT | O_TRUNC, 0644);
  const int error = file < 0 ? errno : write_chunks(file, count > 2 ? words[2] : "");
  if (error != 0) {
    std::fprintf(stderr, "%s: %s\n", words[1], std::strerror(error));
  }
  return error == 0 ? 0 : 1;
}
