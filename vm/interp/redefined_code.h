// What becomes of translations when methods get other bodies (runtime/redefinition.h). Proved by tests/java/instrument/RedefinedCalls.java.
//
// Sites hold the address of a callee's code, and nobody knows all sites. So the old code stays where it is, for the frames that run it, and
// whoever calls it is led on: its first cell, to which calls come and jumps do not (translator.cpp:/translate_prologue/), becomes `redefined`.
//
//   site | invoke_direct | -> old code | redefined | ...     enters Method::current() with the arguments of the frame that was begun
//   vtable, itable, MemberName -> the method, whose code is null: translated when it is called
//
// Sites that do the callee's work themselves (accessors, leaf functions) are the only ones that must be found: they call again.
// Rejected: resetting every site that calls it, which means all cells of all methods and a second look at those in the midst of a call.
//
// The reference interpreter's sites hold methods, never code, so it has nothing to do.
#pragma once

#include <span>

#include "vm/interp/cell_paths.h"

namespace minijvm::interp {

// REQUIRES: Engine::bodies_replaced.
void replace_bodies(std::span<Method* const> current);
// Where the translation of an old version begins. Again when its other translation becomes current (observation.h).
void lead_on(Code& old);

}  // namespace minijvm::interp
