// The versions of a class whose methods have been given other bodies while the program runs.
// tools/redefine makes new versions (JVMTI RedefineClasses); frames may run old ones to their end,
// so the interpreters and the collector must know them.
//
// THE IDEA. The address of a Method stays what the program knows the method by: tables, pools,
// MemberNames, reflection and jmethodIDs hold it and need no update. Only the body changes. The old
// body moves to another Method, which only the frames that run it refer to:
//
//                    before                         after
//   vtable, pools -> m: body 1, class file 1        m: body 2, class file 2     m.older -> o
//   a frame of m  -> m                              o: body 1, class file 1     o.newer -> m
//
//   Class c: file 2, pool 2, older -> Class p: file 1, pool 1, methods o ...
//
// p is what the builder made of file 2, with its contents exchanged for the old ones. Only the
// lists of versions refer to it.
//
// A deleted method keeps its slot and address, too, for code that has remembered it, but it has no
// code. Its body moves as above, for the frames that run it. An added method is the Method that the
// builder made, moved to the class.
//
// Rejected: a new Method for the new body. Every place that remembers a method would have to be
// found and changed.
// Tested by tests/runtime/redefinition_test.cpp and tests/java/instrument.
#pragma once

#include "runtime/class/class.h"
#include "runtime/class/method.h"

namespace minijvm::runtime {

// All versions of all methods that some frame may still run, the current ones first: void
// visit(Method&).
template <class Visit>
void for_each_version(Class& klass, Visit visit) {
  for (Class* version = &klass; version != nullptr; version = version->older) {
    for (Method& method : version->methods) visit(method);
  }
}

}  // namespace minijvm::runtime
