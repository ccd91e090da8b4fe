// What translated code remembers of classes, and how it forgets the dead ones. Proved by tests/java/loading/UnloadedCallees.java and
// tests/java/loading/UnloadedReceivers.java.
//
// THE RULE. Translated code lives as long as its method's class, and may hold a Class, a Method, other code or a mirror only if that
//   (1) lives as long as the code by itself: it came out of the class's pool, so that the dictionary of the class's loader keeps it
//       (runtime/class_unloading.h), or by a constant slot of the class's home; or
//   (2) is taken back here, in the collection in which it dies. Its memory will soon be another class's, so one stale word is a wrong answer.
//
//   what holds it                          what it holds                                       why that is safe
//   new_quick, newarray_quick              the class to make                                   (1) pool
//   getstatic_..., putstatic_...           the address of a static, in a mirror                (1) pool: the field's holder is a superclass or it
//   ldc_ref                                a constant slot, or the mirror of a class constant  (1) slot, pool
//   checkcast_quick, instanceof_quick      the class of the pool                               (1) pool
//                                          the class of the last object that passed            (2)
//   invoke_direct, invoke_checked,         the resolved method's code                          (1) pool
//     invoke_object_init, invoke_leaf...
//   invoke_direct for invokedynamic        code of the target of the site's handle             (1) the handle is the site's appendix, in a slot
//   invoke_adapter, _handle, _typed_handle the adapter's code, the appendix                    (1) slots: vm/invoke/call_site.cpp:/keep_class/
//   invoke_basic, link_to_...              the intrinsic's code; the target is read anew       (1) java.lang.invoke
//   invoke_get_..., invoke_set_...         a field's offset                                    no class at all
//   invoke_cached                          receivers' classes, with their methods' code        (2)
//   ..._get_cached_..., ..._set_cached_... a receiver's class, with a field's offset           (2)
//   invoke_table, invoke_itable            an index; the interface of the resolved method      (1) pool; old entries are not read any more
//   redefined                              the method's current version                       in the same memory
//   moved                                  another cell's handler: what that cell holds        as that cell
//   Code::other, Code::moves               the method's other translation                      in the same memory
//   large_frame, the switch interpreter    what a site linked to, never a receiver             (1) pool, slots
//   link outcomes in the pool              adapter, appendix, errors' causes                   (1) slots
//
// A new cell or cache that remembers what it has met, not what it was linked to, belongs to (2): it needs a row here and a place in
// dead_classes.cpp.
#pragma once

namespace minijvm::interp {

// Once, at boot.
void observe_dead_classes();

}  // namespace minijvm::interp
