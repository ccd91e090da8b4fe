// Copies under the loader's locks, one after the other.
#include "runtime/load/loader_contents.h"

#include <algorithm>

#include "runtime/class/class.h"
#include "runtime/load/loader_parts.h"

namespace minijvm::runtime {

LoaderMemory memory_of(const LoaderData& loader) {
  LoaderMemory memory;
  for (const Class* klass : classes_of(loader)) {
    memory.classes += sizeof(Class) + klass->vtable_length * sizeof(Method*);
  }
  LoaderData::Parts& parts = *loader.parts;
  sync::MutexLock lock(parts.arena_mutex);
  memory.chunks = parts.arena.chunk_count();
  memory.committed = parts.arena.committed();
  memory.code = parts.arena.used(MetadataUse::kCode);
  memory.used = parts.arena.used(MetadataUse::kClass) + memory.code;
  return memory;
}

std::vector<Class*> classes_of(const LoaderData& loader) {
  std::vector<Class*> classes;
  {
    sync::MutexLock lock(loader.parts->mutex);
    classes = loader.parts->classes;
  }
  std::erase_if(classes, [](const Class* klass) { return klass->is_primitive(); });
  return classes;
}

}  // namespace minijvm::runtime
