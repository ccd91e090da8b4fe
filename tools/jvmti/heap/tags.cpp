// Keeps tag maps, and implements GetTag and SetTag (JVMTI, chapter "Heap"). Agents call in kInVm;
// the collector sweeps in a stopped world and holds no mutex of the map.
#include "tools/jvmti/heap/tags.h"

#include <utility>

#include "tools/jvmti/arguments.h"
#include "tools/jvmti/events.h"
#include "tools/jvmti/jvmti_state.h"

namespace minijvm::vm::jvmti {

namespace {

// The tags are taken even if the event is disabled, so that they do not pile up.
void tell_freed(Env& env, JavaThread& self) {
  TagMap* tags = existing_tags(env);
  if (tags == nullptr)
    return;
  std::vector<jlong> freed = tags->take_freed();
  if (!is_enabled(env, JVMTI_EVENT_OBJECT_FREE, self))
    return;
  for (jlong tag : freed) {
    post_to(env, self, JVMTI_EVENT_OBJECT_FREE, &jvmtiEventCallbacks::ObjectFree,
            [tag](auto* callback, Env& told, JNIEnv*) { callback(&told, tag); });
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
  // acquire: pairs with the release in dispose(). If the flag is set just after this load, the
  // clear() that follows removes the entry.
  if (env_.is_disposed.load(std::memory_order_acquire))
    return;
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

// Assigning empty maps frees their buckets, which clear() would keep.
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

// Both tables are taken out first, because keep_living inserts into either of them.
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

// acquire: pairs with the release in tags_of, so the map is seen complete.
TagMap* existing_tags(const Env& env) {
  return static_cast<TagMap*>(env.tags.load(std::memory_order_acquire));
}

TagMap& tags_of(Env& env) {
  sync::MutexLock lock(jvmti_state.tags_mutex);
  if (TagMap* tags = existing_tags(env))
    return *tags;
  auto* tags = new TagMap(env);
  // Before the map is published: an entry that the collector does not know of would go stale.
  gc::add_reference_table(*tags);
  env.tags.store(tags, std::memory_order_release);
  return *tags;
}

// The mutex orders this with tags_of: a thread that makes the map later finds the environment
// disposed of (TagMap::set).
void forget_tags(Env& env) {
  TagMap* tags = nullptr;
  {
    sync::MutexLock lock(jvmti_state.tags_mutex);
    tags = existing_tags(env);
  }
  if (tags != nullptr)
    tags->clear();
}

void tell_freed_objects(JavaThread& self) {
  // This is a stress collection in the middle of Java code; the next collection posts what it has
  // freed.
  if (self.state() != sync::ThreadState::kInVm)
    return;
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

// A tag of 0 removes the tag.
jvmtiError SetTag(Call& call, jobject reference, jlong tag) {
  Handle<> object;
  MJ_JVMTI_TRY(find_object(reference, &object));
  NoSafepoint still(call.self);
  tags_of(call.env).set(still, object.raw(still), tag);
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
