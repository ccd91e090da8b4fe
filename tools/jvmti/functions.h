// Declares the bodies of the JVMTI functions, each with the arguments that jvmti.h gives to its
// slot. The first argument is what the body works with: an environment (rows kAnywhere of
// functions.def) or a Call (rows kInVm). The declarations are made from the rows, so a body whose
// arguments differ from jvmti.h does not compile. table.cpp puts the bodies behind checks and makes
// the function table of them.
#pragma once

#include <jvmti.h>

#include "tools/jvmti/env.h"
#include "tools/jvmti/later.h"

namespace minijvm::vm::jvmti {

// Stands for a call of a JVMTI function by an attached thread, which is in kInVm. The local
// references that a body returns are handles of the calling thread. A body that makes other handles
// opens a HandleScope for them.
struct Call {
  Env& env;
  JavaThread& self;
};

// Computes the two types that a body may have from the type of its slot in jvmti.h.
template <class Slot>
struct Bodies;
template <class... Arguments>
struct Bodies<jvmtiError(JNICALL*)(jvmtiEnv*, Arguments...)> {
  using kAnywhere = jvmtiError(Env&, Arguments...);
  using kInVm = jvmtiError(Call&, Arguments...);
};
// SetEventNotificationMode is the only variadic function: its body sees the fixed arguments only.
template <class... Arguments>
struct Bodies<jvmtiError(JNICALL*)(jvmtiEnv*, Arguments..., ...)> {
  using kAnywhere = jvmtiError(Env&, Arguments...);
};

// Each row becomes one declaration.
#define MJ_JVMTI(name, where, phases, capability) \
  Bodies<decltype(jvmtiInterface_1_::name)>::where name;
#define MJ_JVMTI_LATER(slot, name, since, where, phases, capability) \
  Bodies<decltype(LaterFunctions::name)>::where name;
#define MJ_JVMTI_ABSENT(name, phases, capability)
#define MJ_JVMTI_RESERVED(slot)
#include "tools/jvmti/functions.def"
#undef MJ_JVMTI
#undef MJ_JVMTI_LATER
#undef MJ_JVMTI_ABSENT
#undef MJ_JVMTI_RESERVED

}  // namespace minijvm::vm::jvmti
