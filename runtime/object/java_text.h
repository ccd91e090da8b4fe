// Gets the text of a java.lang.String, for the messages of this room. vm/java/strings.h has the
// full set of conversions between Java and C++ strings.
#pragma once

#include <string>

#include "runtime/fwd.h"
#include "runtime/object/java_types.h"
#include "sync/threads/no_safepoint.h"

namespace minijvm::runtime {

// Returns the string's text in modified UTF-8 (JVMS 4.4.7). REQUIRES: `string` is a
// java.lang.String.
std::string java_string_text(const sync::NoSafepoint& still, const java::String* string);

// Gives a new loader its unnamed module. It is defined in module_graph.cpp. REQUIRES:
// loader.class_loader is set.
void make_unnamed_module(LoaderData& loader, const sync::NoSafepoint& still);

}  // namespace minijvm::runtime
