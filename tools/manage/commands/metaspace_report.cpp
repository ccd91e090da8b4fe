// HotSpot's headings with this VM's numbers. Non-class memory is the arenas of the loaders: fields,
// methods, tables and translated code. Class memory is the Class structures. There are no lists of
// free chunks, since an arena dies with its loader.
#include "tools/manage/commands/metaspace_report.h"

#include <fmt/format.h>

#include "base/bits.h"
#include "gc/heap/heap.h"
#include "runtime/class/metadata_size.h"

namespace minijvm::vm {
namespace {

// The units by their names; "dynamic" takes the largest of which there is one.
constexpr struct {
  const char* name;
  std::size_t bytes;
} kUnits[] = {{"GB", kGiB}, {"MB", kMiB}, {"KB", kKiB}, {"1", 1}};

class Scale {
 public:
  explicit Scale(const std::string& name) {
    for (const auto& [unit, bytes] : kUnits) {
      if (name == unit) {
        name_ = unit;
        bytes_ = bytes;
      }
    }
    is_known_ = bytes_ != 0 || name == "dynamic";
  }
  bool is_known() const { return is_known_; }

  std::string text(std::size_t bytes) const {
    if (bytes_ != 0) {
      return in(bytes, name_, bytes_);
    }
    for (const auto& [unit, size] : kUnits) {
      if (bytes >= size) {
        return in(bytes, unit, size);
      }
    }
    return in(0, "1", 1);
  }

 private:
  static std::string in(std::size_t bytes, const char* unit, std::size_t size) {
    return size == 1 ? fmt::format("{} bytes", bytes)
                     : fmt::format("{:.2f} {}",
                                   static_cast<double>(bytes) / static_cast<double>(size), unit);
  }
  const char* name_ = nullptr;
  std::size_t bytes_ = 0;  // 0: dynamic
  bool is_known_ = false;
};

struct Usage {
  std::size_t loaders = 0;
  std::size_t classes = 0;
  runtime::LoaderMemory memory;

  void add(const LoaderFacts& loader) {
    ++loaders;
    classes += loader.classes.size();
    memory.chunks += loader.memory.chunks;
    memory.committed += loader.memory.committed;
    memory.used += loader.memory.used;
    memory.code += loader.memory.code;
    memory.classes += loader.memory.classes;
  }
};

std::string percent(std::size_t part, std::size_t whole) {
  const std::size_t value = whole == 0 ? 0 : part * 100 / whole;
  return value == 0 && part != 0 ? " <1%" : fmt::format("{:3}%", value);
}

// One of the rows "Non-Class", "Class" and "Both".
std::string row(const char* label, std::size_t chunks, std::size_t committed, std::size_t used,
                const Scale& scale) {
  return fmt::format(
      "{:>11}: {:>4} {} {:>12} capacity, {:>12} committed, {:>12} ({}) used, {:>12} "
      "({}) free\n",
      label, chunks, chunks == 1 ? "chunk, " : "chunks,", scale.text(committed),
      scale.text(committed), scale.text(used), percent(used, committed),
      scale.text(committed - used), percent(committed - used, committed));
}

std::string rows(const Usage& usage, const Scale& scale) {
  const runtime::LoaderMemory& memory = usage.memory;
  return row("Non-Class", memory.chunks, memory.committed, memory.used, scale) +
         row("Class", usage.classes, memory.classes, memory.classes, scale) +
         row("Both", memory.chunks + usage.classes, memory.committed + memory.classes,
             memory.used + memory.classes, scale);
}

// HOTSPOT: a loader without classes does not count.
bool has_memory(const LoaderFacts& loader) { return !loader.classes.empty(); }

std::string loader_name(const LoaderFacts& loader) {
  if (loader.object == nullptr) {
    return "\"<bootstrap>\"";
  }
  return loader.name.empty() ? "instance of " + loader.type
                             : fmt::format("\"{}\" instance of {}", loader.name, loader.type);
}

std::string class_list(const LoaderFacts& loader) {
  std::string text = "\n      Loaded classes:\n";
  for (std::size_t i = 0; i < loader.classes.size(); ++i) {
    text += fmt::format("      {:4}:    {}\n", i + 1, loader.classes[i]);
  }
  return text + "      -total-: " + count_text(loader.classes.size(), "class", "classes") + '\n';
}

std::string loader_text(std::size_t number, const LoaderFacts& loader, bool with_classes,
                        const Scale& scale) {
  Usage usage;
  usage.add(loader);
  const std::string name = loader.host == nullptr
                               ? loader_name(loader)
                               : "<hidden class>, loaded by " + loader_name(loader);
  std::string text = fmt::format("{:4}: CLD {}: {}", number, pointer_text(loader.data), name);
  text += with_classes ? class_list(loader)
                       : ", " + count_text(loader.classes.size(), "class", "classes") + '\n';
  return text + rows(usage, scale) + '\n';
}

std::string loaders_text(const std::vector<LoaderFacts>& loaders, bool with_classes,
                         const Scale& scale) {
  std::string text = "\nUsage per loader:\n\n";
  std::size_t number = 0;
  for (const LoaderFacts& loader : loaders) {
    text += has_memory(loader) ? loader_text(++number, loader, with_classes, scale) : "";
  }
  return text;
}

// HOTSPOT: the kinds are those of its loader data.
const char* kind_of(const LoaderFacts& loader) {
  if (loader.host != nullptr) {
    return "ClassMirrorHolder";
  }
  if (loader.object == nullptr) {
    return "Boot";
  }
  return loader.type == "jdk.internal.reflect.DelegatingClassLoader" ? "Reflection" : "Standard";
}

std::string usage_text(const char* label, const Usage& usage, const Scale& scale) {
  return fmt::format("{} - {}, {}:\n{}\n", label, count_text(usage.loaders, "loader", "loaders"),
                     count_text(usage.classes, "class", "classes"), rows(usage, scale));
}

std::string kinds_text(const std::vector<LoaderFacts>& loaders, const Scale& scale) {
  std::string text = "\nUsage per space type:\n\n";
  for (const std::string_view kind : {"Standard", "Boot", "ClassMirrorHolder", "Reflection"}) {
    Usage usage;
    for (const LoaderFacts& loader : loaders) {
      if (has_memory(loader) && kind == kind_of(loader)) {
        usage.add(loader);
      }
    }
    text += usage.loaders == 0 ? fmt::format("{} - 0 loaders.\n\n", kind)
                               : usage_text(kind.data(), usage, scale);
  }
  return text;
}

// Returns the rows of VM.metaspace basic.
std::string basic_text(const Usage& all, const Scale& scale) {
  const runtime::LoaderMemory& memory = all.memory;
  return fmt::format(
      "\nUsage:\n  Non-class: {:>12} used.\n      Class: {:>12} used.\n       Both: "
      "{:>12} used.\n",
      scale.text(memory.used), scale.text(memory.classes),
      scale.text(memory.used + memory.classes));
}

// Returns the sums that count more than the loaders: class files, and memory that is not in use.
std::string totals_text(const Usage& all, const Scale& scale) {
  const runtime::MetadataSize size = runtime::class_metadata_size();
  const std::size_t most = gc::metadata_max_bytes();
  return fmt::format(
      "\nVirtual space:\n  Both, with class files: {:>12} committed, {:>12} used.\n  Translated "
      "code: {}\n\nMaxMetaspaceSize: {}\n",
      scale.text(size.committed), scale.text(size.used), scale.text(all.memory.code),
      most == 0 || most >= SIZE_MAX / 2 ? "unlimited" : scale.text(most));
}

}  // namespace

std::string metaspace_text(const std::vector<LoaderFacts>& loaders,
                           const MetaspaceOptions& options) {
  const Scale scale(options.scale);
  std::string text = scale.is_known() ? ""
                                      : fmt::format(
                                            "Invalid scale: \"{}\". Will use dynamic "
                                            "scaling.\n",
                                            options.scale);
  Usage all;
  for (const LoaderFacts& loader : loaders) {
    if (has_memory(loader)) {
      all.add(loader);
    }
  }
  if (options.basic) {
    return text + basic_text(all, scale) + totals_text(all, scale);
  }
  text += options.show_loaders ? loaders_text(loaders, options.show_classes, scale) : "";
  text += options.by_kind ? kinds_text(loaders, scale) : "";
  return text + '\n' + usage_text("Total Usage", all, scale) + totals_text(all, scale);
}

}  // namespace minijvm::vm
