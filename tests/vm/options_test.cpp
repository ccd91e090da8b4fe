// Tests how options are read: the tables of flags, sizes, flags with + and -, what becomes a property,
// the environment's options, the door to other VMs' flags, and each complaint's words.
#include "vm/boot/options.h"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string_view>

#include "tools/compat/hotspot_flags.h"
#include "vm/boot/flags.h"
#include "vm/boot/foreign_flags.h"
#include "vm/boot/option_table.h"
#include "vm/boot/option_words.h"

namespace minijvm::vm {

namespace {

using Given = std::vector<const char*>;

// As whoever starts the VM does.
const bool is_compat_installed = [] {
  install_compat();
  return true;
}();

Expected<Options, std::string> parse(const Given& given, bool ignore_unrecognized = false) {
  std::vector<JavaVMOption> options;
  for (const char* each : given) {
    options.push_back({const_cast<char*>(each), nullptr});
  }
  JavaVMInitArgs args{};
  args.version = JNI_VERSION_10;
  args.nOptions = static_cast<jint>(options.size());
  args.options = options.data();
  args.ignoreUnrecognized = ignore_unrecognized ? JNI_TRUE : JNI_FALSE;
  return parse_options(args);
}

Options good(const Given& given) {
  Expected<Options, std::string> parsed = parse(given);
  INFO((parsed.ok() ? "" : parsed.error()));
  REQUIRE(parsed.ok());
  return parsed.take();
}

std::string complaint(const Given& given) {
  Expected<Options, std::string> parsed = parse(given);
  REQUIRE_FALSE(parsed.ok());
  return parsed.error();
}

// Returns the warnings that the VM prints for these options.
std::string warnings(const Given& given) {
  std::FILE* file = std::tmpfile();
  std::fflush(stderr);
  const int own = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  good(given);
  std::fflush(stderr);
  dup2(own, STDERR_FILENO);
  close(own);
  std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Environment() { unsetenv(name_); }

 private:
  const char* name_;
};

}  // namespace

TEST_CASE("options: sizes have an optional unit, and must fit", "[vm][options]") {
  CHECK(parse_size("0") == 0U);
  CHECK(parse_size("4096") == 4096U);
  CHECK(parse_size("64k") == 64U << 10);
  CHECK(parse_size("3M") == 3U << 20);
  CHECK(parse_size("2g") == std::size_t{2} << 30);
  CHECK(parse_size("1T") == std::size_t{1} << 40);
  CHECK(parse_size("0x10k") == 16U << 10);
  CHECK(parse_size("010k") == 10U << 10);  // no octal
  CHECK(parse_size("18446744073709551615") == SIZE_MAX);
  for (const char* bad : {"", "m", "-1", "+1", " 1", "1 ", "1kb", "1.5m", "64q", "0x", "0x-5",
                          "18446744073709551616", "16777216t", "99999999999999999999g"}) {
    INFO('"' << bad << '"');
    CHECK_FALSE(parse_size(bad).has_value());
  }
}

TEST_CASE("options: each row has help, and each number says what it may be", "[vm][options]") {
  std::set<std::string_view> names;
  const Options defaults;
  for (const OptionRow& row : option_rows()) {
    INFO(row.name);
    CHECK(names.insert(row.name).second);  // one row, one flag
    CHECK(find_option(row.name) == &row);
    CHECK(row.help.size() > 10);
    CHECK(row.is_number() == row.allowed.range.is_given());
    CHECK(row.allowed.range.least <= row.allowed.range.most);
    CHECK((row.is_text() || row.allowed.words.empty()));
    CHECK(row.lock < FlagLock::kDevelop);
    if (const auto* text = std::get_if<OptionMember<std::string>>(&row.member);
        text != nullptr && !row.allowed.words.empty()) {
      CHECK(has_word(row.allowed.words, text->in(defaults)));
    }
    if (const auto* number = std::get_if<OptionMember<unsigned>>(&row.member);
        number != nullptr && number->in(defaults) != 0) {  // 0: not given
      CHECK(row.allowed.range.holds(number->in(defaults)));
    }
  }
  CHECK(names.size() > 90);
}

TEST_CASE("options: a row that is a switch, a number, a size, a part and a text", "[vm][options]") {
  Options options;
  CHECK(parse_flag("-UseTLAB", options).ok());
  CHECK(parse_flag("NewRatio=3", options).ok());
  CHECK(parse_flag("MaxHeapSize=64m", options).ok());
  CHECK(parse_flag("MaxRAMPercentage=12.5", options).ok());
  CHECK(parse_flag("ThreadModel=M:N", options).ok());
  CHECK_FALSE(options.heap.use_tlab);
  CHECK(options.heap.new_ratio == 3);
  CHECK(options.heap.max_bytes == 64U << 20);
  CHECK(options.heap.max_machine_percent == 12.5);
  CHECK(options.thread_model == "M:N");
  CHECK(parse_flag("OnOutOfMemoryError=ls", options).ok());
  CHECK(parse_flag("OnOutOfMemoryError=ps", options).ok());
  CHECK(options.on_oom == "ls\nps");  // all of them run
}

TEST_CASE("options: without the tools the core knows its own flags only", "[vm][options]") {
  static const ForeignFlags none;
  const ForeignFlags& all = foreign_flags();
  set_foreign_flags(none);
  CHECK(parse({"-XX:+UseTLAB"}).ok());
  CHECK(parse({"-XX:+UseG1GC"}).error() == "Unrecognized VM option 'UseG1GC'");
  CHECK(parse({"-XX:+UseG1GC", "-XX:+IgnoreUnrecognizedVMOptions"}).ok());
  CHECK(parse({"-green"}).error() == "Unrecognized option: -green");
  set_foreign_flags(all);
}

TEST_CASE("options: of the collectors' flags one is true", "[vm][options]") {
  const auto shown = [](const Given& given, std::string_view name) {
    const std::vector<VmFlag> flags = hotspot_flag_values(good(given));
    return std::get<bool>(std::ranges::find(flags, name, &VmFlag::name)->value);
  };
  CHECK(shown({}, "UseParallelGC"));
  CHECK_FALSE(good({}).heap.serial);
  CHECK(shown({"-XX:+UseG1GC"}, "UseParallelGC"));
  CHECK_FALSE(shown({"-XX:+UseG1GC"}, "UseG1GC"));
  CHECK(good({"-XX:+UseSerialGC"}).heap.serial);
  CHECK(shown({"-XX:-UseParallelGC"}, "UseParallelGC"));
  CHECK_FALSE(shown({"-XX:+UseSerialGC"}, "UseParallelGC"));
}

TEST_CASE("options: sizes of allocation buffers have HotSpot's limits", "[vm][options]") {
  const gc::HeapOptions heap = good({"-XX:MinTLABSize=4k", "-XX:TLABSize=4k", "-XX:-ResizeTLAB",
                                     "-XX:TLABWasteTargetPercent=5"})
                                   .heap;
  CHECK(heap.min_tlab_bytes == 4096);
  CHECK(heap.tlab_bytes == 4096);
  CHECK_FALSE(heap.resize_tlabs);
  CHECK(heap.tlab_waste_percent == 5);
  CHECK(complaint({"-XX:TLABSize=1k"}) ==
        "TLABSize (1024) must be greater than or equal to MinTLABSize (2048)");
  CHECK(complaint({"-XX:TLABSize=8589934577"}) ==
        "TLABSize (8589934577) must be less than or equal to ergonomic TLAB maximum size "
        "(8589934576)");
  CHECK(complaint({"-XX:MinTLABSize=100g"}) ==
        "MinTLABSize (107374182400) must be less than or equal to ergonomic TLAB maximum "
        "(8589934576)");
}

TEST_CASE("options: heap and stack sizes, by -X and by -XX", "[vm][options]") {
  const Options options =
      good({"-Xms32m", "-Xmx128m", "-Xmn16m", "-Xss512k", "-XX:MaxDirectMemorySize=5m"});
  CHECK(options.heap.initial_bytes == 32U << 20);
  CHECK(options.heap.max_bytes == 128U << 20);
  CHECK(options.heap.young_bytes == 16U << 20);
  CHECK(options.stack_bytes == 512U << 10);
  CHECK(options.max_direct_memory == 5U << 20);
  CHECK(good({"-Xmx64m", "-XX:MaxHeapSize=96m"}).heap.max_bytes == 96U << 20);  // the last one wins
  CHECK(good({"-XX:ThreadStackSize=256"}).stack_bytes == 256U << 10);           // in KiB
  CHECK(complaint({"-Xmxlots"}) == "Invalid maximum heap size: -Xmxlots");
  CHECK(complaint({"-Xms1kb"}) == "Invalid initial heap size: -Xms1kb");
  CHECK(complaint({"-Xss"}) == "Invalid thread stack size: -Xss");
}

TEST_CASE("options: a flag is switched by + and -, or takes a value, and not the other way",
          "[vm][options]") {
  CHECK_FALSE(good({"-XX:-UseTLAB"}).heap.use_tlab);
  CHECK(good({"-XX:-UseTLAB", "-XX:+UseTLAB"}).heap.use_tlab);
  CHECK(good({"-XX:SurvivorRatio=6"}).heap.survivor_ratio == 6);
  CHECK(good({"-XX:Interpreter=switch"}).interpreter == "switch");
  CHECK(complaint({"-XX:UseTLAB"}) == "Missing +/- setting for VM option 'UseTLAB'");
  CHECK(complaint({"-XX:+SurvivorRatio"}) == "Unexpected +/- setting in VM option 'SurvivorRatio'");
  CHECK(complaint({"-XX:Interpreter=jit"}) ==
        "Improperly specified VM option 'Interpreter=jit'\n"
        "The values are: switch plain folded");
  for (const char* bad :
       {"-XX:SurvivorRatio=x", "-XX:SurvivorRatio=", "-XX:SurvivorRatio=-1",
        "-XX:SurvivorRatio=4294967297", "-XX:MaxHeapSize=big", "-XX:Interpreter"}) {
    CHECK(complaint({bad}) == "Improperly specified VM option '" + std::string(bad + 4) + "'");
  }
}

TEST_CASE("options: percentages have a range, and the free ratios an order", "[vm][options]") {
  CHECK(good({"-XX:MaxRAMPercentage=12.5"}).heap.max_machine_percent == 12.5);
  CHECK(good({"-XX:InitialRAMPercentage=3"}).heap.initial_machine_percent == 3);
  CHECK(good({"-XX:MaxHeapFreeRatio=100", "-XX:MinHeapFreeRatio=100"}).heap.min_free_percent ==
        100);
  CHECK(good({"-Xminf0.22", "-Xmaxf.5"}).heap.min_free_percent == 22);
  CHECK(good({"-Xminf0.22", "-Xmaxf.5"}).heap.max_free_percent == 50);
  CHECK(complaint({"-Xminfx"}) == "Bad min heap free percentage size: -Xminfx");
  CHECK(complaint({"-Xmaxf"}) == "Bad max heap free percentage size: -Xmaxf");
  CHECK(good({"-XX:MaxRAMFraction=10"}).heap.max_machine_percent == 10);
  CHECK(good({"-XX:DefaultMaxRAMFraction=10"}).heap.max_machine_percent == 10);
  CHECK(good({"-XX:MaxRAMFraction=10", "-XX:MaxRAMPercentage=30"}).heap.max_machine_percent == 30);
  CHECK(complaint({"-XX:MaxRAMPercentage=101"}) ==
        "double MaxRAMPercentage=101.000000 is outside the allowed range [ 0.000000 ... 100.000000 "
        "]\n"
        "Improperly specified VM option 'MaxRAMPercentage=101'");
  CHECK(complaint({"-XX:GCTimeLimit=300"}) ==
        "uintx GCTimeLimit=300 is outside the allowed range [ 0 ... 100 ]\nImproperly specified VM "
        "option 'GCTimeLimit=300'");
  for (const char* bad : {"-XX:MaxRAMPercentage=x", "-XX:MaxRAMPercentage=",
                          "-XX:MaxRAMPercentage=1m", "-XX:MaxHeapFreeRatio=-1"}) {
    CHECK(complaint({bad}) == "Improperly specified VM option '" + std::string(bad + 4) + "'");
  }
  CHECK(complaint({"-XX:MinHeapFreeRatio=80"}) ==
        "MinHeapFreeRatio (80) must be less than or equal to MaxHeapFreeRatio (70)\n"
        "MaxHeapFreeRatio (70) must be greater than or equal to MinHeapFreeRatio (80)");
}

TEST_CASE(
    "options: what is outside a flag's range is refused, whether the flag has an effect or not",
    "[vm][options]") {
  CHECK(good({"-XX:ContendedPaddingWidth=8192"}).contended_padding == 8192);
  CHECK(good({"-XX:SurvivorRatio=1", "-XX:ThreadPriorityPolicy=1", "-XX:TypeProfileParmsLimit=-1"})
            .heap.survivor_ratio == 1);
  for (const char* bad :
       {"intx ContendedPaddingWidth=-8 is outside the allowed range [ 0 ... 8192 ]",
        "intx StackRedPages=0 is outside the allowed range [ 1 ... 3 ]",
        "intx TypeProfileParmsLimit=-2 is outside the allowed range [ -1 ... 64 ]",
        "uintx SurvivorRatio=0 is outside the allowed range [ 1 ... 18446744073709551613 ]",
        "size_t G1HeapRegionSize=33554433 is outside the allowed range [ 0 ... 33554432 ]"}) {
    const std::string text = bad;
    const std::size_t name = text.find(' ') + 1;
    const std::string setting = text.substr(name, text.find(' ', name) - name);
    CHECK(complaint({("-XX:" + setting).c_str()}) ==
          text + "\nImproperly specified VM option '" + setting + "'");
  }
  CHECK(complaint({"-XX:SweeperThreshold=100.5"}) ==
        "double SweeperThreshold=100.500000 is outside the allowed range [ 0.000000 ... 100.000000 "
        "]\n"
        "Improperly specified VM option 'SweeperThreshold=100.5'");
  CHECK(complaint({"-XX:ContendedPaddingWidth=1"}) ==
        "ContendedPaddingWidth (1) must be a multiple of 8");
}

TEST_CASE("options: pages may be large by either name", "[vm][options]") {
  CHECK_FALSE(good({}).heap.large_pages);
  CHECK(good({"-XX:+UseLargePages"}).heap.large_pages);
  CHECK(good({"-XX:+UseTransparentHugePages"}).heap.large_pages);
  CHECK_FALSE(good({"-XX:-UseLargePages", "-XX:+UseTransparentHugePages"}).heap.large_pages);
  CHECK_FALSE(good({"-XX:-UseLargePages", "-XX:+UseTransparentHugePages"}).transparent_huge_pages);
  CHECK_FALSE(good({"-XX:+UseLargePages", "-XX:-UseTransparentHugePages"}).heap.large_pages);
}

TEST_CASE("options: what nobody knows is an error, unless it shall be ignored", "[vm][options]") {
  CHECK(complaint({"-Xwhatever"}) == "Unrecognized option: -Xwhatever");
  CHECK(complaint({"--no-such"}) == "Unrecognized option: --no-such");
  CHECK(complaint({"-XX:+NoSuchFlag"}) == "Unrecognized VM option 'NoSuchFlag'");
  CHECK(complaint({"-XX:NoSuchFlag=3"}) == "Unrecognized VM option 'NoSuchFlag=3'");
  CHECK(complaint({"-XX:"}) == "Unrecognized VM option ''");
  CHECK(complaint({"-XX:+UseG1Gc"}) ==
        "Unrecognized VM option 'UseG1Gc'\nDid you mean '(+/-)UseG1GC'? ");
  CHECK(complaint({"-XX:MaxGCPauseMilli=1"}) ==
        "Unrecognized VM option 'MaxGCPauseMilli=1'\nDid you mean 'MaxGCPauseMillis=<value>'? ");
  CHECK(parse({"-Xwhatever", "-XX:+NoSuchFlag"}, true).ok());
  CHECK(parse({"-XX:+NoSuchFlag", "-XX:+IgnoreUnrecognizedVMOptions"}).ok());  // wherever it stands
  // it is about flags alone
  CHECK_FALSE(parse({"-Xwhatever", "-XX:+IgnoreUnrecognizedVMOptions"}).ok());
  // known, but wrong
  CHECK_FALSE(parse({"-Xmxlots"}, true).ok());
}

TEST_CASE("options: flags for other collectors and compilers are taken and change nothing",
          "[vm][options]") {
  CHECK(parse({"-XX:+UseG1GC", "-XX:MaxGCPauseMillis=10", "-Xint", "-Xshare:auto",
               "-XX:TieredStopAtLevel=1"})
            .ok());
  // hashCode is locked
  CHECK(parse({"-XX:CompileThresholdScaling=0.5", "-XX:hashCode=5", "-XX:OnError=ls -l",
               "-XX:ErrorFile="})
            .ok() == false);
  CHECK(parse({"-XX:+UnlockExperimentalVMOptions", "-XX:CompileThresholdScaling=0.5",
               "-XX:hashCode=-5", "-XX:OnError=ls -l", "-XX:ErrorFile="})
            .ok());
  CHECK(complaint({"-XX:+WhiteBoxAPI"}) ==
        "Error: VM option 'WhiteBoxAPI' is diagnostic and must be enabled via "
        "-XX:+UnlockDiagnosticVMOptions.\n"
        "Error: The unlock option must precede 'WhiteBoxAPI'.");
  CHECK(parse({"-XX:+UnlockDiagnosticVMOptions", "-XX:+WhiteBoxAPI"}).ok());
  CHECK_FALSE(parse({"-XX:+IgnoreUnrecognizedVMOptions", "-XX:+WhiteBoxAPI"}).ok());
  CHECK(
      complaint({"-XX:+TraceBytecodes"}) ==
      "Error: VM option 'TraceBytecodes' is develop and is available only in debug version of VM.");
  CHECK(parse({"-XX:+IgnoreUnrecognizedVMOptions", "-XX:+TraceBytecodes"}).ok());
  CHECK(complaint({"-XX:UseG1GC=1"}) == "Missing +/- setting for VM option 'UseG1GC=1'");
  CHECK(complaint({"-XX:+UseG1GC=1"}) == "Improperly specified VM option 'UseG1GC=1'");
  CHECK(complaint({"-XX:+MaxGCPauseMillis"}) ==
        "Unexpected +/- setting in VM option 'MaxGCPauseMillis'");
  CHECK(complaint({"-XX:ConcGCThreads=2.5"}) ==
        "Improperly specified VM option 'ConcGCThreads=2.5'");
}

TEST_CASE("options: heavy locks have HotSpot's name, too", "[vm][options]") {
  CHECK(good({"-XX:+UseHeavyMonitors"}).locking_mode == "heavy");
  CHECK(good({"-XX:-UseHeavyMonitors"}).locking_mode == "meta-fast");
  CHECK(good({"-XX:LockingMode=heavy"}).locking_mode == "heavy");
  CHECK(good({"-XX:+UseHeavyMonitors", "-XX:LockingMode=thin"}).locking_mode == "thin");
  CHECK(warnings({"-XX:+UseHeavyMonitors", "-XX:LockingMode=heavy"}).empty());
  CHECK(warnings({"-XX:+UseHeavyMonitors", "-XX:LockingMode=thin"}) ==
        "OpenJDK 64-Bit Server VM warning: UseHeavyMonitors is ignored, because LockingMode names "
        "another mode\n");
}

TEST_CASE("options: what the chosen locks do not look at is said once", "[vm][options]") {
  auto says = [](const char* flag) {
    return std::string("OpenJDK 64-Bit Server VM warning: ") + flag +
           " does nothing with these locks\n";
  };
  for (const char* mode : {"thin", "heavy", "monitorcache"}) {
    CAPTURE(mode);
    const std::string option = std::string("-XX:LockingMode=") + mode;
    CHECK(warnings({option.c_str()}).empty());
    CHECK(warnings({option.c_str(), "-XX:MonitorPolicy=three"}) == says("MonitorPolicy"));
    CHECK(warnings({option.c_str(), "-XX:NotifyOrder=paper"}) == says("NotifyOrder"));
    CHECK(warnings({option.c_str(), "-XX:MetaLockGate=word"}) == says("MetaLockGate"));
    CHECK(warnings({option.c_str(), "-XX:SpinPolicy=mounted"}) == says("SpinPolicy"));
  }
  CHECK(warnings({"-XX:LockingMode=tas", "-XX:MetaLockGate=paper"}) == says("MetaLockGate"));
  CHECK(warnings({"-XX:LockingMode=meta", "-XX:SpinPolicy=mounted"}) == says("SpinPolicy"));
  CHECK(warnings({"-XX:SpinPolicy=mounted"}).empty());
  CHECK(warnings({"-XX:MonitorPolicy=three", "-XX:NotifyOrder=paper"}) == says("NotifyOrder"));
  CHECK(warnings({"-XX:LockingMode=meta", "-XX:MonitorPolicy=three", "-XX:MetaLockGate=paper"})
            .empty());
}

TEST_CASE("options: those of the sources' VMs stand for today's", "[vm][options]") {
  CHECK(good({"-green"}).thread_model == "M:1");
  CHECK_FALSE(good({"-XX:-UseTLE"}).heap.use_tlab);
  CHECK(good({"-XX:TLESize=64k"}).heap.tlab_bytes == 64 * 1024);
  CHECK(good({"-XX:+UseISM"}).heap.large_pages);
  CHECK(good({"-Xconcgc"}).heap.max_pause_ms == 10);
}

TEST_CASE("options: the defaults of a version of 1998 to 2003 on a Solaris", "[vm][options]") {
  struct Row {
    const char* value;
    const char* model;
    bool lwp_synchronization;
    std::size_t stack_kib;
  };
  const Row rows[] = {{"1.2", "M:N", true, 128},           {"1.3", "M:N", false, 256},
                      {"1.4", "M:N", true, 256},           {"1.2/Solaris7", "M:N", true, 128},
                      {"1.3/Solaris8", "M:N", false, 256}, {"1.2/Solaris9", "1:1", false, 136},
                      {"1.3/Solaris9", "1:1", false, 256}, {"1.4/Solaris9", "1:1", false, 256}};
  for (const Row& row : rows) {
    CAPTURE(row.value);
    const Options options = good({(std::string("-XX:EmulateDefaults=") + row.value).c_str()});
    CHECK(options.thread_model == row.model);
    CHECK(options.lwp_synchronization == row.lwp_synchronization);
    CHECK(options.stack_bytes == row.stack_kib * 1024);
  }
  CHECK(good({"-XX:EmulateDefaults=1.4", "-XX:ThreadModel=1:1"}).thread_model == "1:1");
  for (const std::string wrong : {"1.5", "", "1.3/", "1.3/Solaris10", "/Solaris9", "1.3*", "-"}) {
    CHECK(complaint({("-XX:EmulateDefaults=" + wrong).c_str()}) ==
          "Improperly specified VM option 'EmulateDefaults=" + wrong +
              "'\nThe values are 1.2, 1.3 and 1.4, each also with /Solaris7, /Solaris8 or "
              "/Solaris9 behind it, and help");
  }
}

TEST_CASE("options: an emulated version has its own smallest stack", "[vm][options]") {
  auto checked = [](const Given& given) { return foreign_flags().check_start(good(given)); };
  CHECK(checked({"-XX:EmulateDefaults=1.2", "-Xss32k"}).ok());
  CHECK(checked({"-XX:EmulateDefaults=1.3", "-Xss64k"}).ok());
  CHECK(checked({"-XX:EmulateDefaults=1.3"}).ok());
  CHECK(checked({"-XX:ThreadModel=M:N", "-Xss32k"}).ok());
  CHECK(checked({}).ok());
  for (const std::string version : {"1.3", "1.4"}) {
    const std::string option = "-XX:EmulateDefaults=" + version;
    CHECK(checked({option.c_str(), "-Xss63k"}).error() ==
          "The Java thread stack size specified is too small. Specify at least 64k, as JDK " +
              version + " asks");
  }
}

TEST_CASE(
    "options: those of the sources' environment stand for today's, and give way to what is said "
    "otherwise",
    "[vm][options]") {
  setenv("MPSSHEAP", "4m", 1);
  setenv("MINIJVM_LIBTHREAD", "lwp", 1);
  CHECK(good({}).heap.large_pages);
  CHECK_FALSE(good({"-XX:-UseLargePages"}).heap.large_pages);
  CHECK(good({}).thread_model == "1:1");
  CHECK(good({"-XX:ThreadModel=M:N"}).thread_model == "M:N");
  for (const char* small : {"4k", "0", "", "large"}) {
    setenv("MPSSHEAP", small, 1);
    CAPTURE(small);
    CHECK_FALSE(good({}).heap.large_pages);
  }
  unsetenv("MPSSHEAP");
  unsetenv("MINIJVM_LIBTHREAD");
}

TEST_CASE("options: what is no longer supported, and what only the VM may define",
          "[vm][options]") {
  CHECK(complaint({"-Xbootclasspath:x"}) == "-Xbootclasspath is no longer a supported option.");
  CHECK(complaint({"-Djava.ext.dirs=x"}) ==
        "-Djava.ext.dirs=x is not supported.  Use -classpath instead.");
  CHECK(complaint({"--patch-module=java.base"}) == "Missing '=' in --patch-module specification");
  const Options options = good({"-Djdk.module.addmods.0=x", "-Djdk.module.path=y",
                                "-Djdk.module.pathology=z", "-Djdk.module.main=m"});
  CHECK(options.property("jdk.module.addmods.0") == nullptr);
  CHECK(options.property("jdk.module.path") == nullptr);
  CHECK(*options.property("jdk.module.pathology") == "z");
  CHECK(*options.property("jdk.module.main") == "m");
}

TEST_CASE("options: definitions and module options become properties, in order", "[vm][options]") {
  const Options options =
      good({"-Da=1", "-Da=2", "-Dempty", "-Dequals=x=y", "-D", "-D=nameless", "--module-path=/m",
            "--add-reads=a=b", "--add-reads=c=d", "--add-opens=x/y=z"});
  CHECK(*options.property("a") == "2");
  CHECK(options.property("empty")->empty());
  CHECK(*options.property("equals") == "x=y");
  CHECK(options.property("") == nullptr);
  CHECK(options.property("absent") == nullptr);
  CHECK(*options.property("jdk.module.path") == "/m");
  CHECK(*options.property("jdk.module.addreads.0") == "a=b");
  CHECK(*options.property("jdk.module.addreads.1") == "c=d");
  CHECK(*options.property("jdk.module.addopens.0") == "x/y=z");
  CHECK(options.properties.front() == Property{"a", "1"});
  CHECK(options.arguments.size() == 10);
}

TEST_CASE("options: assertions for all, for packages, for classes", "[vm][options]") {
  const AssertionOptions assertions =
      good({"-ea", "-da:p.q...", "-enableassertions:p.C", "-esa"}).assertions;
  CHECK(assertions.user_default);
  CHECK(assertions.system_default);
  REQUIRE(assertions.packages.size() == 1);
  CHECK(assertions.packages[0].name == "p.q");
  CHECK_FALSE(assertions.packages[0].enabled);
  REQUIRE(assertions.classes.size() == 1);
  CHECK(assertions.classes[0].name == "p.C");
  CHECK(assertions.classes[0].enabled);
  CHECK_FALSE(good({"-ea", "-da"}).assertions.user_default);
}

TEST_CASE("options: switches", "[vm][options]") {
  const Options options = good({"-Xrs", "--enable-preview", "-Xverify:none",
                                "-Xbootclasspath/a:one", "-Xbootclasspath/a:two:three"});
  CHECK(options.reduce_signals);
  CHECK(options.enable_preview);
  CHECK_FALSE(options.verify_others);
  CHECK(options.boot_append == "one:two:three");
  CHECK(good({"-Xverify:all"}).verify_boot);
  // the flags that it stands for are diagnostic, and all others stay locked
  CHECK_FALSE(parse({"-Xverify:all", "-XX:-BytecodeVerificationRemote"}).ok());
  CHECK(good({}).heap.class_unloading);
  CHECK_FALSE(good({"-Xnoclassgc"}).heap.class_unloading);
  CHECK_FALSE(good({"-XX:-ClassUnloading"}).heap.class_unloading);
  CHECK(complaint({"-Xlog:gc=shouting"}) ==
        "Invalid -Xlog option '-Xlog:gc=shouting', see error log for details.");
}

TEST_CASE("options: JAVA_TOOL_OPTIONS come first, _JAVA_OPTIONS last; quotes keep words together",
          "[vm][options]") {
  Environment tool("JAVA_TOOL_OPTIONS", " -Dwho=tool  -Dtext='two words' -D\"a b\"=c -Xmx32m ");
  {
    const Options options = good({"-Dwho=line"});
    CHECK(*options.property("who") == "line");
    CHECK(*options.property("text") == "two words");
    CHECK(*options.property("a b") == "c");
    CHECK(options.heap.max_bytes == 32U << 20);
  }
  Environment last("_JAVA_OPTIONS", "-Dwho=last");
  CHECK(*good({"-Dwho=line"}).property("who") == "last");
}

TEST_CASE("options: a deterministic run chooses what makes runs equal", "[vm][options]") {
  const Options options = good({"-XX:+Deterministic"});
  CHECK(options.thread_model == "M:1");
  CHECK(options.heap.serial);
  CHECK_FALSE(options.heap.adaptive_sizes);
  CHECK_FALSE(options.heap.use_overhead_limit);
  CHECK(options.reduce_signals);
  CHECK(options.disable_attach);
  CHECK(options.active_processors == 4);
  CHECK(options.heap.machine_bytes == std::size_t{1} << 30);
  CHECK(good({"-XX:+Deterministic", "-XX:MaxRAM=64m", "-XX:DataSeed=3"}).heap.machine_bytes == std::size_t{64} << 20);
  CHECK(warnings({"-XX:DataSeed=3"}).ends_with("warning: DataSeed has no effect with ThreadModel=1:1\n"));
  CHECK(good({"-XX:ActiveProcessorCount=2", "-XX:+Deterministic", "-XX:ThreadModel=M:1"}).active_processors == 2);
  CHECK(good({"-XX:+Deterministic", "-javaagent:a.jar"}).deterministic);
  CHECK(complaint({"-XX:+Deterministic", "-agentpath:/lib/a.so"}).ends_with("(-agentlib or -agentpath)"));
  CHECK(good({"-XX:ThreadModel=1:1", "-XX:+Deterministic"}).thread_model == "1:1");
  CHECK(complaint({"-XX:+UseBoundThreads", "-XX:+Deterministic"}).ends_with("(-XX:+UseBoundThreads)"));
  CHECK(good({"-XX:ThreadModel=1:1", "-XX:+Deterministic", "-XX:-Deterministic"}).thread_model == "1:1");
}

TEST_CASE("options: a wrong option in the environment is an error too", "[vm][options]") {
  Environment tool("JAVA_TOOL_OPTIONS", "-Xwhatever");
  CHECK(complaint({}) == "Unrecognized option: -Xwhatever");
}

TEST_CASE("options: hooks of the invocation API come as pointers", "[vm][options]") {
  static jint left_with;
  left_with = 0;
  JavaVMOption options[] = {
      {const_cast<char*>("exit"), reinterpret_cast<void*>(+[](jint code) { left_with = code; })},
      {const_cast<char*>("abort"), reinterpret_cast<void*>(+[] { left_with = -1; })}};
  JavaVMInitArgs args{};
  args.nOptions = 2;
  args.options = options;
  Expected<Options, std::string> parsed = parse_options(args);
  REQUIRE(parsed.ok());
  const Options taken = parsed.take();
  taken.exit_hook(3);
  CHECK(left_with == 3);
  taken.abort_hook();
  CHECK(left_with == -1);
  CHECK(taken.arguments.empty());
}

}  // namespace minijvm::vm
