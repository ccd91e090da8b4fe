// The bodies of the JVMTI functions, each declared with the arguments that jvmti.h gives its slot, behind what it works with: an environment
// (rows kAnywhere of functions.def) or a call in kInVm (rows kInVm). table.cpp makes the table of them.
#pragma once

#include <jvmti.h>

#include "vm/inspect/jvmti/env.h"

namespace minijvm::vm::jvmti {

// A call of a JVMTI function by an attached thread, which is in kInVm. Local references that it hands out are handles of the thread, so a body
// that makes others opens a HandleScope for them.
struct Call {
  Env& env;
  JavaThread& self;
};

template <class Slot>
struct Bodies;
template <class... Arguments>
struct Bodies<jvmtiError(JNICALL*)(jvmtiEnv*, Arguments...)> {
  using kAnywhere = jvmtiError(Env&, Arguments...);
  using kInVm = jvmtiError(Call&, Arguments...);
};
template <class... Arguments>
struct Bodies<jvmtiError(JNICALL*)(jvmtiEnv*, Arguments..., ...)> {
  using kAnywhere = jvmtiError(Env&, Arguments...);
};

#define MJ_JVMTI(name, where, phases, capability) Bodies<decltype(jvmtiInterface_1_::name)>::where name;
#define MJ_JVMTI_ABSENT(name, phases, capability)
#define MJ_JVMTI_RESERVED(slot)
#include "vm/inspect/jvmti/functions.def"
#undef MJ_JVMTI
#undef MJ_JVMTI_ABSENT
#undef MJ_JVMTI_RESERVED

}  // namespace minijvm::vm::jvmti
