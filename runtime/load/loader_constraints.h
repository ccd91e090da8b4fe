// Loading constraints (JVMS 5.3.4). A constraint says that two loaders must mean the same class by
// a name.
//
// Example: p.A, of loader L1, calls a method of p.B, of loader L2, with a parameter of type T. Then
// T must be the same class for L1 and for L2, or p.B would read fields at offsets that p.A's T does
// not have.
//
// A constraint may be imposed before either loader has loaded the class, and is checked each time a
// loader records one. It is transitive, so the table holds sets of loaders that agree on a name.
//
// Rejected: a union-find per name, which cannot forget a loader that dies. There are few
// constraints, so a list of sets is fast enough, and it prints well.
// Tested by tests/runtime/loader_constraints_test.cpp.
#pragma once

#include "runtime/fwd.h"
#include "runtime/link/link_error.h"

namespace minijvm::runtime {

// Imposes the constraint that both loaders mean the same class by `name`. Returns false if they
// already mean different classes.
bool add_loader_constraint(const Symbol* name, LoaderData& first, LoaderData& second);
// Does the same for each class in a field or method descriptor. Returns the first type that
// violates a constraint ("p/C" or "[Lp/C;"), or null.
const Symbol* add_descriptor_constraints(const Symbol* descriptor, LoaderData& first,
                                         LoaderData& second);
// Returns the class that a constraint demands for this name in this loader; null if any class is
// allowed.
Class* constrained_class(const Symbol* name, const LoaderData& loader);
// Called under the loader's dictionary lock when the loader has recorded a class: the constraints
// on the name remember the class. Returns null, or the class that the constraints demand instead;
// then the caller must remove the record.
Class* note_loaded_class(const Symbol* name, LoaderData& loader, Class& klass);
// Removes one loader from all constraints.
void forget_loader(const LoaderData& loader);
// Removes all loaders that a collection found unreachable (class_unloading.h), and their classes.
// REQUIRES: the world is stopped.
void forget_dead_constraints();

}  // namespace minijvm::runtime
