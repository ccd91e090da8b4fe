// Loading constraints, JVMS 5.3.4: a name that two loaders must mean the same class by.
// Proved by tests/runtime/loader_constraints_test.cpp.  A union-find per name would forget which loader came first; a list of sets is as quick
// for the few that exist and prints well.
#pragma once

#include "runtime/link_error.h"

namespace minijvm::runtime {

class Class;
class LoaderData;
class Symbol;

// Imposes name^first = name^second. False: the two already mean different classes.
bool add_loader_constraint(const Symbol* name, LoaderData& first, LoaderData& second);
// The same for each class named in a field or method descriptor. Returns the type that violates a constraint ("p/C", "[Lp/C;"), or null.
const Symbol* add_descriptor_constraints(const Symbol* descriptor, LoaderData& first, LoaderData& second);
// May `loader` record `klass` under its name? Null: yes; otherwise the class that a constraint demands instead.
Class* constrained_class(const Symbol* name, const LoaderData& loader);
// Called under the loader's dictionary lock when it recorded a class: constraints on its name remember the class. Null: they do; otherwise
// the class that they demand instead, and the record must go.
Class* note_loaded_class(const Symbol* name, LoaderData& loader, Class& klass);
void forget_loader(const LoaderData& loader);
// The same for all loaders that a collection found dead (class_unloading.h), and for their classes.
void forget_dead_constraints();

}  // namespace minijvm::runtime
