// Proves JNI references: what each kind is, when it dies, and that frames of locals nest. Through the handles and through the JNI table,
// as native code sees them.
#include "vm/natives/jni/jni_handles.h"

#include <catch2/catch.hpp>
#include <set>

#include "tests/vm/native/test_thread.h"
#include "vm/natives/jni/java_vm.h"

using namespace minijvm;
using namespace minijvm::vm;
using minijvm::vm::test::FakeObject;
using minijvm::vm::test::TestThread;

namespace {

runtime::Handle<> local(runtime::JavaThread& self, FakeObject& object) {
  sync::NoSafepoint still(self);
  return runtime::make_handle(self, still, object.raw());
}

runtime::Object* raw(runtime::JavaThread& self, jobject reference) {
  sync::NoSafepoint still(self);
  return handle_of(reference).raw(still);
}

}  // namespace

TEST_CASE("JNI references: a global outlives the scope of its local, and is invalid once deleted",
          "[vm][native]") {
  TestThread self;
  FakeObject object;
  jobject global = nullptr;
  {
    runtime::HandleScope scope(self);
    global = new_global_ref(self, local(self, object));
  }
  CHECK(raw(self, global) == object.raw());
  CHECK(ref_type(self, global) == JNIGlobalRefType);
  delete_global_ref(global);
  CHECK(ref_type(self, global) == JNIInvalidRefType);
  delete_global_ref(global);  // twice does no harm
}

TEST_CASE("JNI references: a weak global is tagged, so that it is told from the others",
          "[vm][native]") {
  TestThread self;
  FakeObject object;
  runtime::HandleScope scope(self);
  jweak weak = new_weak_global_ref(self, local(self, object));
  CHECK((reinterpret_cast<std::uintptr_t>(weak) & 1) == 1);
  CHECK(raw(self, weak) == object.raw());
  CHECK(ref_type(self, weak) == JNIWeakGlobalRefType);
  delete_weak_global_ref(weak);
  CHECK(ref_type(self, weak) == JNIInvalidRefType);
}

TEST_CASE("JNI references: null gives null, and thousands of globals are all different",
          "[vm][native]") {
  TestThread self;
  FakeObject object;
  runtime::HandleScope scope(self);
  CHECK(new_global_ref(self, {}) == nullptr);
  CHECK(new_weak_global_ref(self, {}) == nullptr);
  runtime::Handle<> handle = local(self, object);
  std::set<jobject> all;
  for (int i = 0; i < 1000; ++i) {
    all.insert(new_global_ref(self, handle));
  }
  CHECK(all.size() == 1000);
  for (jobject global : all) {
    CHECK(raw(self, global) == object.raw());
    delete_global_ref(global);
  }
  CHECK(ref_type(self, *all.begin()) == JNIInvalidRefType);
  CHECK(ref_type(self, *all.rbegin()) == JNIInvalidRefType);
}

TEST_CASE("JNI references: a popped frame gives back its locals and hands out one result",
          "[vm][native]") {
  TestThread self;
  FakeObject outer;
  FakeObject inner;
  runtime::HandleScope scope(self);
  jobject kept = local_ref(local(self, outer));
  std::size_t before = self->handles.live_slots();
  push_local_frame(self);
  push_local_frame(self);
  jobject result = local_ref(local(self, inner));
  jobject moved = pop_local_frame(self, handle_of(result));
  CHECK(raw(self, moved) == inner.raw());
  CHECK(pop_local_frame(self, {}) == nullptr);
  CHECK(self->handles.live_slots() == before);
  CHECK(raw(self, kept) == outer.raw());
  CHECK(self->jni_frames == nullptr);
}

TEST_CASE("JNI references: a native pops its own frames, not those of the native that led to it",
          "[vm][native]") {
  TestThread self;
  FakeObject object;
  runtime::HandleScope scope(self);
  runtime::Slot inner_frame{};
  push_local_frame(self);
  jobject kept = local_ref(local(self, object));
  void* outermost = self->jni_frames;
  self->anchor.fp = &inner_frame;
  CHECK(raw(self, pop_local_frame(self, handle_of(kept))) == object.raw());
  CHECK(self->jni_frames == outermost);
  push_local_frame(self);
  push_local_frame(self);
  drop_local_frames(self, outermost);
  CHECK(self->jni_frames == outermost);
  self->anchor.fp = nullptr;
  CHECK(raw(self, kept) == object.raw());
  CHECK(pop_local_frame(self, {}) == nullptr);
  CHECK(self->jni_frames == nullptr);
  drop_local_frames(self, outermost);  // it is gone: there is nothing to forget
  CHECK(self->jni_frames == nullptr);
}

TEST_CASE("JNI references: frames left pushed go with their thread", "[vm][native]") {
  TestThread self;  // a leak checker looks
  push_local_frame(self);
  push_local_frame(self);
  CHECK(self->jni_frames != nullptr);
}

TEST_CASE("JNI references: a frame whose mark a deleted local went below revives nothing",
          "[vm][native]") {
  TestThread self;
  FakeObject object;
  runtime::HandleScope scope(self);
  std::size_t before = self->handles.live_slots();
  jobject deleted = local_ref(local(self, object));
  push_local_frame(self);
  delete_local_ref(self, deleted);
  {
    runtime::HandleScope inner(self);
    local(self, object);  // left behind in the slot
  }
  CHECK(pop_local_frame(self, {}) == nullptr);
  CHECK(self->handles.live_slots() == before);
}

TEST_CASE("JNI references: a deleted local is null, and gives its slot back when it was the last",
          "[vm][native]") {
  TestThread self;
  FakeObject object;
  runtime::HandleScope scope(self);
  jobject first = local_ref(local(self, object));
  jobject last = local_ref(local(self, object));
  std::size_t before = self->handles.live_slots();
  delete_local_ref(self, last);
  CHECK(self->handles.live_slots() == before - 1);
  delete_local_ref(self, first);
  CHECK(ref_type(self, first) == JNIInvalidRefType);
}

TEST_CASE("the JNI table: every slot from GetVersion to GetModule is filled", "[vm][native]") {
  auto* slots = reinterpret_cast<void* const*>(jni_function_table());
  for (int i = 0; i < 4; ++i) {
    CHECK(slots[i] == nullptr);
  }
  std::set<void*> different;
  for (int i = 4; i < 234; ++i) {
    CHECK(slots[i] != nullptr);
    different.insert(slots[i]);
  }
  CHECK(different.size() == 230);
}

TEST_CASE("the JNI table: references work through it, from native state", "[vm][native]") {
  TestThread self;
  FakeObject object;
  runtime::HandleScope scope(self);
  jobject reference = local_ref(local(self, object));
  JNIEnv* env = jni_env_of(self);
  sync::VmToNative native(self);
  CHECK(env->GetVersion() == JNI_VERSION_10);
  jobject global = env->NewGlobalRef(reference);
  CHECK(env->IsSameObject(global, reference));
  CHECK_FALSE(env->IsSameObject(global, nullptr));
  CHECK(env->GetObjectRefType(global) == JNIGlobalRefType);
  jobject copy = env->NewLocalRef(global);
  CHECK(env->GetObjectRefType(copy) == JNILocalRefType);
  env->DeleteLocalRef(copy);
  env->DeleteGlobalRef(global);
  CHECK(env->EnsureLocalCapacity(-1) == JNI_ERR);
  CHECK_FALSE(env->ExceptionCheck());
}
