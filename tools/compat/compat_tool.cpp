// HotSpot's flags take part in the start of the VM before any option is read, and all flags get
// their values before Java runs.
#include "tools/compat/compat_state.h"
#include "tools/compat/flag_table.h"
#include "tools/compat/hotspot_flags.h"
#include "tools/compat/vm_flags.h"
#include "tools/linked_tools.h"
#include "vm/tools.h"

namespace minijvm::vm {
namespace {

class CompatTool final : public Tool {
 public:
  void before_options() override { install_compat(); }
  // The heap knows its real sizes, and no Java code has asked for a flag yet.
  bool before_java(runtime::JavaThread&, const Options& options) override {
    publish_flags(options);
    return true;
  }
  bool mentions_dynamic_agents() override {
    const std::optional<VmFlag> flag = find_vm_flag("EnableDynamicAgentLoading");
    return flag.has_value() && flag->origin != FlagOrigin::kDefault;
  }
};

}  // namespace

Tool& compat_tool() {
  return compat_state.tool.get([] { return new CompatTool; });
}

}  // namespace minijvm::vm
