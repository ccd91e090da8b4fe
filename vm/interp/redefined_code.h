// Adapts translations when methods get new bodies (runtime/class/class_versions.h). Tested by
// tests/java/instrument/RedefinedCalls.java.
//
// Call sites hold the address of a callee's code, and there is no list of all sites. So the old
// code stays where it is, for the frames that run it, and calls to it are redirected: its first
// cell, to which calls come and jumps do not (cells/translator.cpp:/translate_prologue/), becomes
// `redefined`.
//
//   site | invoke_direct | -> old code | redefined | ...    enters Method::current() with the
//                                                           arguments of the frame that was begun
//   vtable, itable, MemberName -> the method, whose code is null: translated at its next call
//
// Only sites that do the callee's work themselves (accessors, leaf functions) must be found; they
// become calls again. Rejected: resetting every site that calls the method. That would mean a
// search through all cells of all methods, and a second one for threads that are in the middle of a
// call.
//
// The sites of the reference interpreter hold methods, never code, so it has nothing to do.
#pragma once

#include <span>

#include "vm/interp/cells/cell_paths.h"

namespace minijvm::interp {

// The older versions of these methods take over the translations of their bodies. REQUIRES: as
// Engine::bodies_replaced.
void replace_bodies(std::span<Method* const> current);
// Makes the first cell of an older version's translation `redefined`. Called again when its other
// translation becomes current (observation.h).
void redirect_to_current(Code& old);

}  // namespace minijvm::interp
