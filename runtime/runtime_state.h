// The state of runtime for the whole process: the graph of loaders with their classes and modules,
// the symbols, and the callbacks that the rooms above install. It is constant-initialized, so that
// tests without a VM can use it, and never destroyed, because threads still run while the process
// exits. The table of well-known classes is a variable of its own (object/well_known.h).
// Tested by the tests of the units named here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/atomic.h"
#include "base/lazy.h"
#include "classfile/fwd.h"
#include "runtime/frame/frame.h"
#include "runtime/frame/oop_map_cache.h"
#include "runtime/jdk_release.h"
#include "runtime/link/class_linker.h"
#include "sync/fwd.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::runtime {

class BootLoads;       // link/class_linker.cpp
class ClassSpace;      // load/loader_data.cpp
class KeptStacks;      // thread/java_thread.cpp
class LoadInProgress;  // class/class_tables.h
class LoaderUpcalls;   // load/loader_upcalls.h
class MethodIdTable;   // class/method_id.cpp
class ModuleGraph;     // load/module_graph.cpp
class SymbolTable;     // class/symbol_table.cpp
enum class PolymorphicKind : std::uint8_t;
struct BootPath;           // load/boot_loader.cpp
struct InjectedField;      // object/object_layout.h
struct LoaderConstraints;  // load/loader_constraints.cpp
struct NestFailures;       // link/access.cpp
struct OopMaps;            // frame/oop_map_cache.cpp

// Flags that say which classes are accepted and how they are laid out. They are set at start.
struct LinkRules {
  // -Xverify for classes of other loaders than the boot loader.
  Atomic<bool> verify_remote{true};
  Atomic<bool> verify_boot{false};
  Atomic<bool> preview_enabled{false};
  Atomic<bool> finalization_enabled{true};
  bool access_relaxed = false;  // set_access_relaxed (link/access.h)
  ContentionRules contention;
};

// The loaders, their memory, and the constraints that they have agreed on.
struct LoaderGraph {
  // The boot loader's data.
  Lazy<LoaderData> boot;
  // Guards the list of loaders, and the decision that a loader gets its data.
  sync::Mutex mutex{sync::LockRank::kDictionary};
  // The head of the list.
  LoaderData* last MJ_GUARDED_BY(mutex) = nullptr;
  Lazy<ModuleGraph> modules;
  Lazy<LoaderConstraints> constraints;
  Lazy<BootPath> boot_path;
  Lazy<BootLoads> boot_loads;
  sync::Mutex loads_mutex{sync::LockRank::kLeaf};
  // The class loads that are in progress in all threads.
  Lazy<std::vector<const LoadInProgress*>> loads MJ_GUARDED_BY(loads_mutex);

  // Sums over all arenas in bytes: the memory that the arenas have obtained, and the memory that is
  // used for code, for classes and for class files.
  Atomic<std::size_t> arena_bytes{0};
  Atomic<std::size_t> arena_code_bytes{0};
  Atomic<std::size_t> arena_class_bytes{0};
  Atomic<std::size_t> class_file_bytes{0};
  Lazy<ClassSpace> class_space;  // below 4 GiB
};

// The state of class unloading: the unreachable loaders, and the observers of it
// (class/class_unloading.cpp).
struct Unloading {
  // If this is off, the loaders of all classes stay (set_class_unloading).
  Atomic<bool> on{true};
  Atomic<std::size_t> collectable_bytes{0};
  Atomic<std::uint64_t> unloaded_classes{0};
  // The loaders between unlink_dead_loaders and free_dead_loaders.
  Lazy<std::vector<LoaderData*>> dead_loaders;
  // The loaders that may hold a reference to a young object: a stack onto which any thread pushes,
  // and which the collector takes as a whole.
  Atomic<LoaderData*> touched_loaders{nullptr};
};

// The tables about methods.
struct MethodTables {
  // The mutex guards the table, and the decision which thread makes the id of a method.
  sync::Mutex ids_mutex{sync::LockRank::kLeaf};
  Lazy<MethodIdTable> ids MJ_GUARDED_BY(ids_mutex);
  sync::Mutex polymorphic_mutex{sync::LockRank::kResolution};
  Lazy<std::map<std::pair<PolymorphicKind, const Symbol*>, Method*>> polymorphic
      MJ_GUARDED_BY(polymorphic_mutex);
  Lazy<OopMaps> oop_maps;
};

// The callbacks that the rooms above have installed. A null pointer means that none is installed,
// as in tests of runtime alone.
struct RuntimeDoors {
  Atomic<LoaderUpcalls*> upcalls{nullptr};
  Atomic<const FrameDecoder*> frame_decoder{nullptr};
};

// Counts what this run has taken from the archive, for -Xlog:cds.
struct ArchiveUse {
  Atomic<unsigned> classes{0};
  Atomic<unsigned> proofs{0};
  Atomic<unsigned> translations{0};
};

// All of the above; it is one member of Vm (vm/vm.h).
struct RuntimeState {
  const JdkRelease* jdk = &kJdkReleases.front();  // choose_jdk (runtime/jdk_release.h)
  LinkRules rules;
  RuntimeDoors doors;
  const classfile::Archive* archive = nullptr;  // use_archive (load/stored_classes.h)
  ArchiveUse archive_use;
  Lazy<SymbolTable> symbols;
  LoaderGraph loaders;
  Unloading unloading;
  MethodTables methods;
  Lazy<NestFailures> nest_failures;
  Lazy<std::vector<InjectedField>> injected_fields;
  Lazy<std::array<Class*, 15>> primitives;  // by BasicType
  // The superinterfaces of every array class, Cloneable and Serializable; filled early in the boot.
  std::array<Class*, 2> array_interfaces{};
  // The number in the name of the next hidden class.
  Atomic<std::uint64_t> next_hidden_name{0x0000'0008'0000'0000};
  Lazy<sync::ExecEnvPool<JavaThread>> threads;
  Lazy<KeptStacks> kept_stacks;  // of dead threads
  // The virtual threads that are to go on (thread/continuation.h): a stack onto which any thread
  // pushes. The thread of the library that takes them; null before it runs.
  Atomic<JavaThread*> called_back{nullptr};
  Atomic<JavaThread*> unblocker{nullptr};
};
extern constinit RuntimeState runtime_state [[gnu::visibility("hidden")]];

static_assert(std::is_trivially_destructible_v<RuntimeState>);

}  // namespace minijvm::runtime
