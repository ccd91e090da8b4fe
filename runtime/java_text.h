// The text of a java.lang.String, for messages of this room (vm/java/strings.h is the real thing).
#pragma once

#include <string>

#include "sync/no_safepoint.h"

namespace minijvm::runtime {

class LoaderData;
class Object;

// Modified UTF-8.
std::string java_string_text(const sync::NoSafepoint& still, const Object* string);

// module_graph.cpp: gives a new loader its unnamed module.
void make_unnamed_module(LoaderData& loader, const sync::NoSafepoint& still);

}  // namespace minijvm::runtime
