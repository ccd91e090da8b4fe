// Connects archives and lists of classes to the life of the VM: -Xshare:dump when the boot is over,
// -XX:ArchiveClassesAtExit and -XX:DumpLoadedClassList at the end.
#include <cstdio>
#include <sstream>
#include <string>

#include "base/log.h"
#include "runtime/runtime_state.h"
#include "tools/archive/archive_maker.h"
#include "tools/archive/class_list.h"
#include "tools/archive/object_graph.h"
#include "tools/linked_tools.h"
#include "vm/boot/archive_file.h"
#include "vm/boot/options.h"
#include "vm/java/halt.h"
#include "vm/observer.h"
#include "vm/tools.h"

namespace minijvm::vm {

namespace {

using Done = Expected<void, std::string>;

// Returns whether all went well; else the sentence is on stderr.
bool report(const char* option, const Done& done) {
  if (!done.ok())
    std::fprintf(stderr, "%s: %s\n", option, done.error().c_str());
  return done.ok();
}

// HOTSPOT: classes of a patched module are not those of the image, so they are not archived.
bool has_patch(const Options& options) {
  for (const auto& [name, value] : options.properties) {
    if (name.starts_with("jdk.module.patch."))
      return true;
  }
  return false;
}

class ArchiveTool final : public Tool, public Observer {
 public:
  bool before_java(runtime::JavaThread&, const Options& options) override {
    const std::string to_write = archive_to_write(options);
    archive_path_ = options.share == "dump" ? "" : to_write;
    list_path_ = options.loaded_class_list;
    if (!to_write.empty())
      key_ = archive_key(options);
    if (!to_write.empty() && has_patch(options)) {
      std::printf(
          "Cannot use the following option when dumping the shared archive: --patch-module\n");
      return false;
    }
    captures_ = !key_.empty() && has_plain_modules(options);
    if (captures_ || !archive_path_.empty() || !list_path_.empty() ||
        log_enabled(LogTag::cds, LogLevel::kInfo))
      observe(*this, kPhaseEvents);
    return true;
  }

  JavaResult<void> once_java_runs(runtime::JavaThread& self, const Options& options) override {
    if (options.share == "dump")
      halt_vm(dump(self, options) ? 0 : 1);
    return {};
  }

  void phase_reached(runtime::JavaThread& self, VmPhase phase) override {
    if (phase == VmPhase::kModulesReady && captures_)
      capture(self);
    if (phase != VmPhase::kEnded)
      return;
    log_use();
    if (!list_path_.empty())
      report("-XX:DumpLoadedClassList", write_class_list(list_path_));
    if (!archive_path_.empty())
      report("-XX:ArchiveClassesAtExit", make_archive(self, writer_, archive_path_, key_));
  }

 private:
  // relaxed: the numbers are for people.
  static void log_use() {
    const runtime::ArchiveUse& use = runtime::runtime_state.archive_use;
    MJ_LOG(cds, kInfo, "taken from the archive: %u classes, %u proofs, %u translations",
           use.classes.load(std::memory_order_relaxed), use.proofs.load(std::memory_order_relaxed),
           use.translations.load(std::memory_order_relaxed));
  }

  // The objects must be those of a boot: nothing of the program is in them yet.
  void capture(runtime::JavaThread& self) {
    auto objects = captured_objects(self, writer_);
    if (objects.ok())
      writer_.set_objects(objects.take());
    else
      MJ_LOG(cds, kWarning, "the archive will have no module graph: %s", objects.error().c_str());
  }

  bool dump(runtime::JavaThread& self, const Options& options) {
    std::istringstream lists(class_lists(options));
    for (std::string list; std::getline(lists, list, ':');) {
      if (!report("-XX:SharedClassListFile", load_class_list(self, list)))
        return false;
    }
    return report("-Xshare:dump", make_archive(self, writer_, archive_path(options), key_));
  }

  classfile::ArchiveWriter writer_;
  std::string archive_path_;
  std::string list_path_;
  std::string key_;
  bool captures_ = false;
};

}  // namespace

Tool* make_archive_tool() { return new ArchiveTool; }

}  // namespace minijvm::vm
