// Reads the arguments, and asks for the text.
#include "tools/manage/commands/loader_commands.h"

#include "runtime/thread/java_thread.h"
#include "tools/manage/commands/class_hierarchy.h"
#include "tools/manage/commands/loader_statistics.h"
#include "tools/manage/commands/loader_tree.h"
#include "tools/manage/commands/metaspace_report.h"

namespace minijvm::vm {
namespace {

using runtime::JavaThread;

JavaResult<std::string> loader_tree(JavaThread& self, const CommandArguments& arguments) {
  const std::string* fold = arguments.find("fold");
  return loader_tree_text(all_loaders(self), {.show_classes = arguments.is_on("show-classes"),
                                              .verbose = arguments.is_on("verbose"),
                                              .fold = fold == nullptr || *fold == "true"});
}

JavaResult<std::string> loader_statistics(JavaThread& self, const CommandArguments&) {
  return loader_statistics_text(all_loaders(self));
}

JavaResult<std::string> class_hierarchy(JavaThread& self, const CommandArguments& arguments) {
  const std::string* name = arguments.find("classname");
  return class_hierarchy_text(self, {.name = name == nullptr ? "" : *name,
                                     .with_interfaces = arguments.is_on("-i"),
                                     .with_subclasses = arguments.is_on("-s")});
}

JavaResult<std::string> metaspace(JavaThread& self, const CommandArguments& arguments) {
  const std::string* scale = arguments.find("scale");
  return metaspace_text(all_loaders(self), {.basic = arguments.is_on("basic"),
                                            .show_loaders = arguments.is_on("show-loaders"),
                                            .show_classes = arguments.is_on("show-classes"),
                                            .by_kind = arguments.is_on("by-spacetype"),
                                            .scale = scale == nullptr ? "dynamic" : *scale});
}

constexpr CommandParameter kTreeParameters[] = {
    boolean_option("show-classes", "Print loaded classes."),
    boolean_option("verbose", "Print detailed information."),
    {"fold", "Show loaders of the same name and class as one.", "BOOLEAN", "true", true, false}};
constexpr CommandParameter kHierarchyParameters[] = {
    boolean_option("-i", "Inherited interfaces should be printed."),
    boolean_option("-s",
                   "If a classname is specified, print its subclasses. Otherwise only its "
                   "superclasses are printed."),
    {"classname",
     "Name of class whose hierarchy should be printed. If not specified, all class hierarchies "
     "are printed.",
     "STRING", nullptr, false, false}};
constexpr CommandParameter kMetaspaceParameters[] = {
    boolean_option("basic", "Prints a basic summary."),
    boolean_option("show-loaders", "Shows usage by class loader."),
    boolean_option("show-classes", "If show-loaders is set, shows loaded classes for each loader."),
    boolean_option("by-chunktype", "Means nothing here"),
    boolean_option("by-spacetype", "Break down numbers by loader type."),
    boolean_option("vslist", "Means nothing here"),
    boolean_option("chunkfreelist", "Means nothing here"),
    {"scale",
     "Memory usage in which to scale. Valid values are: 1, KB, MB or GB (fixed scale) or "
     "\"dynamic\" for a dynamically choosen scale.",
     "STRING", "dynamic", true, false}};

constexpr DiagnosticCommand kCommands[] = {
    {"VM.class_hierarchy",
     "Print a list of all loaded classes, indented to show the class hierarchy. The name of each "
     "class is followed by the address of its loader's data, or \"null\" if the bootstrap class "
     "loader has loaded it.",
     "Medium: Depends on number of loaded classes.", "monitor", kHierarchyParameters,
     class_hierarchy},
    {"VM.classloader_stats",
     "Print statistics about all ClassLoaders.",
     "Low",
     "monitor",
     {},
     loader_statistics},
    {"VM.classloaders", "Prints classloader hierarchy.",
     "Medium: Depends on number of class loaders and classes loaded.", "monitor", kTreeParameters,
     loader_tree},
    {"VM.metaspace", "Prints the statistics for the metaspace",
     "Medium: Depends on number of classes loaded.", "monitor", kMetaspaceParameters, metaspace}};

}  // namespace

std::span<const DiagnosticCommand> loader_commands() { return kCommands; }

}  // namespace minijvm::vm
