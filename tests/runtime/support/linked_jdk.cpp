#include "tests/runtime/support/linked_jdk.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "runtime/class/class.h"
#include "runtime/load/boot_loader.h"
#include "runtime/load/loader_parts.h"
#include "runtime/load/module_graph.h"
#include "runtime/object/well_known.h"
#include "sync/threads/safepoint.h"

namespace minijvm::runtime::test {
namespace {

std::map<const LoaderData*, FakeLoader*>& fake_loaders() {
  static std::map<const LoaderData*, FakeLoader*> table;
  return table;
}

struct StubUpcalls final : LoaderUpcalls {
  Linked<Class*> load_class(JavaThread& self, LoaderData& loader, Symbol* name) override {
    auto fake = fake_loaders().find(&loader);
    return fake == fake_loaders().end() ? runtime::load_class(self, LoaderData::boot(), name)
                                        : fake->second->find(self, name);
  }
  bool lock_loader(JavaThread&, LoaderData&) override { return true; }
  void unlock_loader(JavaThread&, LoaderData&) override {}
  void give_way(JavaThread&, LoaderData&) override {}
  Linked<void> make_mirror(JavaThread&, Class&, const MirrorFacts&) override { return {}; }
  void class_defined(JavaThread&, Class&) override {}
  void class_prepared(JavaThread&, Class&) override {}
  Linked<void> verify_old(JavaThread&, Class&) override { return {}; }
};

}  // namespace

JavaThread& linked_jdk() {
  static JavaThread& thread = []() -> JavaThread& {
    static StubUpcalls upcalls;
    set_loader_upcalls(upcalls);
    JavaThread* made = JavaThread::create(JavaThread::kDefaultStackBytes);
    sync::set_current_exec_env(made);
    sync::attach(*made);
    sync::begin_running(*made, sync::ThreadState::kInVm);
    Linked<void> boot = initialize_boot_loader(MINIJVM_JDK_HOME, "");
    INFO((boot.ok() ? "" : boot.error().message));
    REQUIRE(boot.ok());
    Linked<void> known = load_well_known(*made);
    INFO((known.ok() ? "" : known.error().message));
    REQUIRE(known.ok());
    return *made;
  }();
  return thread;
}

FakeLoader::FakeLoader(std::string name) : data_(new LoaderData) {
  data_->parts->display_name = "'" + name + "'";
  data_->parts->name = name;
  data_->unnamed_module = new ModuleEntry;
  data_->unnamed_module->loader = data_;
  fake_loaders()[data_] = this;
}

Linked<Class*> FakeLoader::find(JavaThread& self, Symbol* name) {
  const std::string text(name->text());
  if (auto other = delegates_.find(text); other != delegates_.end()) {
    return load_class(self, other->second->data(), name);
  }
  auto bytes = classes_.find(text);
  if (bytes == classes_.end()) {
    return load_class(self, LoaderData::boot(), name);
  }
  DefineOptions options;
  options.expected_name = name;
  return define_class(self, *data_, std::as_bytes(std::span(bytes->second)), options);
}

namespace {

namespace fs = std::filesystem;
using Sources = std::vector<std::pair<std::string, std::string>>;

// C2 never pays for a few lines.
const std::string kJavac =
    std::string(MINIJVM_JDK_HOME) + "/bin/javac -J-XX:TieredStopAtLevel=1 -nowarn ";

void run_javac(const Sources& sources, const std::string& more_options, const fs::path& folder,
               const fs::path& out) {
  std::string command = kJavac + more_options + " -d " + out.string();
  for (const auto& [file, text] : sources) {
    fs::create_directories((folder / file).parent_path());
    std::ofstream(folder / file) << text;
    command += ' ' + (folder / file).string();
  }
  REQUIRE(std::system(command.c_str()) == 0);
}

// Where the classes of these sources are, or will be: all builds of a tree share them, since javac takes most of these tests' time.
fs::path compiled_folder(const Sources& sources, const std::string& more_options) {
  std::string all = kJavac + more_options;
  for (const auto& [file, text] : sources) {
    all += '\n' + file + '\n' + text;
  }
  return fs::path(MINIJVM_COMPILED_DIR) / std::to_string(std::hash<std::string>{}(all));
}

}  // namespace

std::map<std::string, std::vector<std::uint8_t>> compile(const Sources& sources,
                                                         const std::string& more_options) {
  const fs::path compiled = compiled_folder(sources, more_options);
  if (!fs::exists(compiled)) {
    static int serial = 0;
    const std::string unique = "." + std::to_string(getpid()) + "." + std::to_string(serial++);
    const fs::path folder = fs::temp_directory_path() / ("minijvm_runtime_test" + unique);
    const fs::path out = compiled.string() + unique;
    run_javac(sources, more_options, folder, out);
    std::error_code another_was_first;
    fs::rename(out, compiled, another_was_first);
    fs::remove_all(out);
    fs::remove_all(folder);
  }
  std::map<std::string, std::vector<std::uint8_t>> classes;
  for (const auto& entry : fs::recursive_directory_iterator(compiled)) {
    if (entry.path().extension() != ".class") {
      continue;
    }
    std::ifstream in(entry.path(), std::ios::binary);
    std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in),
                                    std::istreambuf_iterator<char>()};
    classes[fs::relative(entry.path(), compiled).replace_extension().string()] = std::move(bytes);
  }
  return classes;
}

Class& loaded(std::string_view name) {
  Linked<Class*> klass = load_class(linked_jdk(), LoaderData::boot(), intern_symbol(name));
  INFO(name << ": " << (klass.ok() ? "" : klass.error().message));
  REQUIRE(klass.ok());
  return *klass.value();
}

}  // namespace minijvm::runtime::test
