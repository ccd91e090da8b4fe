#include "vm/inspect/jvmti/tags.h"

#include <utility>

#include "gc/collection.h"
#include "vm/inspect/jvmti/arguments.h"
#include "vm/inspect/jvmti/events.h"

namespace minijvm::vm::jvmti {

namespace {

sync::Mutex making_mutex{sync::LockRank::kLeaf};

void tell_freed(Env& env, JavaThread& self) {
  TagMap* tags = existing_tags(env);
  if (tags == nullptr) return;
  std::vector<jlong> freed = tags->take_freed();
  if (!is_enabled(env, JVMTI_EVENT_OBJECT_FREE, self)) return;
  for (jlong tag : freed) {
    post_to(env, self, JVMTI_EVENT_OBJECT_FREE, &jvmtiEventCallbacks::ObjectFree, [tag](auto* callback, Env& told, JNIEnv*) { callback(&told, tag); });
  }
}

}  // namespace

jlong TagMap::get(const NoSafepoint&, Object* object) {
  sync::MutexLock lock(mutex_);
  const Tags& tags = part_of(object);
  auto found = tags.find(object);
  return found == tags.end() ? 0 : found->second;
}

void TagMap::set(const NoSafepoint&, Object* object, jlong tag) {
  sync::MutexLock lock(mutex_);
  if (env_.is_disposed.load(std::memory_order_acquire)) return;  // acquire: pairs with dispose(); before clear() it does no harm
  if (tag == 0) {
    part_of(object).erase(object);
  } else {
    part_of(object)[object] = tag;
  }
}

std::vector<jlong> TagMap::take_freed() {
  sync::MutexLock lock(mutex_);
  return std::exchange(freed_, {});
}

void TagMap::clear() {
  sync::MutexLock lock(mutex_);
  old_ = Tags();
  young_ = Tags();
  freed_ = std::vector<jlong>();
}

void TagMap::keep_living(const Tags& tags, gc::Liveness& liveness) {
  for (auto [object, tag] : tags) {
    if (Object* now = liveness.forwarded_or_null(object)) {
      part_of(now).emplace(now, tag);
    } else {
      freed_.push_back(tag);
    }
  }
}

void TagMap::sweep(gc::Liveness& liveness) {
  Tags old = std::exchange(old_, {});
  Tags young = std::exchange(young_, {});
  keep_living(old, liveness);
  keep_living(young, liveness);
}

void TagMap::sweep_young(gc::Liveness& liveness) {
  Tags young = std::exchange(young_, {});
  keep_living(young, liveness);
}

TagMap* existing_tags(const Env& env) { return static_cast<TagMap*>(env.tags.load(std::memory_order_acquire)); }

TagMap& tags_of(Env& env) {
  sync::MutexLock lock(making_mutex);
  if (TagMap* tags = existing_tags(env)) return *tags;
  static const bool is_told = (gc::set_after_collection(tell_freed_objects), true);
  (void)is_told;
  auto* tags = new TagMap(env);
  gc::add_weak_table(*tags);
  env.tags.store(tags, std::memory_order_release);
  return *tags;
}

// Under the mutex: whoever makes the map later finds the environment disposed of (TagMap::set).
void forget_tags(Env& env) {
  TagMap* tags = nullptr;
  {
    sync::MutexLock lock(making_mutex);
    tags = existing_tags(env);
  }
  if (tags != nullptr) tags->clear();
}

void tell_freed_objects(JavaThread& self) {
  if (self.state() != sync::ThreadState::kInVm) return;  // a stress collection in Java code: with the next one
  for_each_env([&self](Env& env) { tell_freed(env, self); });
}

jvmtiError GetTag(Call& call, jobject reference, jlong* tag) {
  Handle<> object;
  MJ_JVMTI_TRY(find_object(reference, &object));
  MJ_JVMTI_TRY(check_pointers(tag));
  NoSafepoint still(call.self);
  TagMap* tags = existing_tags(call.env);
  *tag = tags == nullptr ? 0 : tags->get(still, object.raw(still));
  return JVMTI_ERROR_NONE;
}

jvmtiError SetTag(Call& call, jobject reference, jlong tag) {
  Handle<> object;
  MJ_JVMTI_TRY(find_object(reference, &object));
  NoSafepoint still(call.self);
  tags_of(call.env).set(still, object.raw(still), tag);
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
