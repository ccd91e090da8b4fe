// Makes translated code drop the classes that a collection has found unreachable, and lists all
// that such code remembers of classes.
// Tested by tests/java/loading/UnloadedCallees.java and tests/java/loading/UnloadedReceivers.java.
//
// THE RULE. Translated code lives as long as its method's class. It may hold a Class, a Method,
// other code or a mirror only if one of these is true:
//
//   (1) That thing lives as long as the code by itself: it came from the class's pool, so that the
//       dictionary of the class's loader keeps it alive (runtime/class/class_unloading.h), or
//       through a constant slot of the class's home.
//   (2) It is removed here, in the collection that finds it unreachable. Its memory will soon be
//       another class's, so one stale word would lead to a wrong class.
//
//   what holds it                     what it holds                        why that is safe
//   new_quick, newarray_quick         the class to make                    (1) pool
//   getstatic_..., putstatic_...      a static's address, in a mirror      (1) pool: of the named
//                                                                          class or a supertype
//   ldc_ref                           a constant slot, or the slot of a    (1) slot, pool
//                                     class's mirror
//   checkcast_quick,                  the class from the pool              (1) pool
//     checkcast_copy_quick,           the class of the last object that    (2)
//     instanceof_quick                passed
//   invoke_direct, invoke_checked,    the resolved method's code           (1) pool
//     invoke_object_init,
//     invoke_leaf...
//   invoke_direct for invokedynamic   code of the target of the site's     (1) the handle is the
//                                     handle                               appendix, in a slot
//   invoke_adapter, invoke_handle,    the adapter's code, the appendix     (1) slots:
//     invoke_typed_handle                                vm/invoke/call_site.cpp:/keep_class/
//   invoke_basic, link_to_...         the intrinsic's code; the target     (1) java.lang.invoke
//                                     is read at each call
//   invoke_get_..., invoke_set_...    a field's offset                     holds no class
//   invoke_cached                     receivers' classes and their code    (2)
//   ..._get_cached_..., ..._set_...   a receiver's class, an offset        (2)
//   invoke_leaf_cached                the receiver's class                 (2)
//   invoke_table, invoke_itable       an index; the interface of the       (1) pool
//                                     resolved method
//                                     the old entries, for mov..._cached   (2)
//   redefined                         the method's current version         in the same memory
//   moved                             another cell's handler               as that cell
//   Code::other, Code::moves          the method's other translation       in the same memory
//   large_frame, the switch           what a site was linked to, never a   (1) pool, slots
//     interpreter                     receiver
//   link outcomes in the pool         adapter, appendix, errors' causes    (1) slots
//
// If a new cell or cache remembers classes that it has met, and not only what it was linked to, it
// belongs to (2): it needs a row here and a place in dead_classes.cpp.
#pragma once

namespace minijvm::interp {

// Registers with class unloading. Called once, at boot.
void observe_dead_classes();

}  // namespace minijvm::interp
