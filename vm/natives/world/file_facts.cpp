// Shows a deterministic run of files what each run may see. Their content, sizes and rights are
// what the user gave. But the kernel also tells what differs from run to run:
//
//   what                      is shown as
//   the order of a folder     sorted by name
//   times since the start     the first second of the program's clock; earlier ones as they are
//   time of the last access   the time of the last change, as on a disk that keeps none
//   inode numbers             1, 2, 3, ... in the order in which the run asks
//   space on the disk         fixed figures
//
// The functions of the JDK's libraries still do the work. The callers are in native state.
// Tested by tests/vm/world.
#include <jni.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "sync/schedule/virtual_clock.h"
#include "sync/threads/clock.h"
#include "vm/natives/library_functions.h"
#include "vm/natives/own_natives.h"
#include "vm/vm.h"

namespace minijvm::vm {

// One kernel thread runs all Java threads, so there is no lock.
class FileFacts {
 public:
  // The names of a folder that is being read: sorted, and how many Java has got.
  struct Folder {
    std::vector<std::string> names;
    std::size_t given = 0;
  };
  std::map<jlong, Folder> folders;  // by the address of its DIR

  jlong number_of(jlong device, jlong inode) {
    const auto next = static_cast<jlong>(numbers_.size()) + 1;
    return numbers_.try_emplace({device, inode}, next).first->second;
  }

  using Moment = std::pair<jlong, jlong>;  // seconds and nanoseconds

  // Has this run changed the file, or somebody else meanwhile? The moment of the change is known to
  // lie between these two. A file gets its time from the coarse clock, which is a tick behind at
  // most, or since Linux 6.13 from the fine one.
  bool is_since_start(Moment first, Moment last) const {
    return last >= start_ && first <= now(CLOCK_REALTIME);
  }

 private:
  static Moment now(clockid_t clock) {
    timespec moment{};
    clock_gettime(clock, &moment);
    return {moment.tv_sec, moment.tv_nsec};
  }

  std::map<std::pair<jlong, jlong>, jlong> numbers_;
  const Moment start_ = now(CLOCK_REALTIME_COARSE);
};

namespace {

constexpr jlong kMillis = 1000;
// A disk of 16 GiB, the half of it free.
constexpr jlong kBlockBytes = 4096;
constexpr jlong kDiskBytes = 16 * static_cast<jlong>(kGiB);
constexpr jlong kFreeBytes = kDiskBytes / 2;

FileFacts& facts() { return *the_vm.natives.file_facts; }

// --- java.io.UnixFileSystem ---

std::string text_of(JNIEnv* env, jobjectArray array, jsize index) {
  const auto element = static_cast<jstring>(env->GetObjectArrayElement(array, index));
  const char* text = env->GetStringUTFChars(element, nullptr);
  std::string copy = text == nullptr ? "" : text;
  env->ReleaseStringUTFChars(element, text);
  env->DeleteLocalRef(element);
  return copy;
}

jobjectArray list(JNIEnv* env, jobject system, jobject file) {
  using List = jobjectArray(JNIEnv*, jobject, jobject);
  const auto names = of_java<List>("Java_java_io_UnixFileSystem_list",
                                   "Java_java_io_UnixFileSystem_list0")(env, system, file);
  if (names == nullptr) {
    return nullptr;
  }
  std::vector<std::pair<std::string, jobject>> sorted;
  for (jsize i = 0; i < env->GetArrayLength(names); ++i) {
    sorted.emplace_back(text_of(env, names, i), env->GetObjectArrayElement(names, i));
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& one, const auto& other) { return one.first < other.first; });
  for (jsize i = 0; i < env->GetArrayLength(names); ++i) {
    const jobject name = sorted[static_cast<std::size_t>(i)].second;
    env->SetObjectArrayElement(names, i, name);
    env->DeleteLocalRef(name);
  }
  return names;
}

jlong last_modified(JNIEnv* env, jobject system, jobject file) {
  using Time = jlong(JNIEnv*, jobject, jobject);
  const jlong millis =
      of_java<Time>("Java_java_io_UnixFileSystem_getLastModifiedTime",
                    "Java_java_io_UnixFileSystem_getLastModifiedTime0")(env, system, file);
  const FileFacts::Moment first{millis / kMillis, millis % kMillis * sync::kNanosPerMilli};
  const FileFacts::Moment last{first.first, first.second + sync::kNanosPerMilli - 1};
  return facts().is_since_start(first, last) ? sync::virtual_epoch_seconds() * kMillis : millis;
}

// java.io.FileSystem: 0 asks for all bytes, 1 and 2 for those that are free.
jlong space(JNIEnv*, jobject, jobject, jint what) { return what == 0 ? kDiskBytes : kFreeBytes; }

// --- sun.nio.fs.UnixNativeDispatcher ---

using OfFolder = void(JNIEnv*, jclass, jlong);

// Reads all names. Returns false if the library has thrown.
bool read_names(JNIEnv* env, jclass caller, jlong folder, std::vector<std::string>* names) {
  auto* read =
      of_nio<jbyteArray(JNIEnv*, jclass, jlong)>("Java_sun_nio_fs_UnixNativeDispatcher_readdir",
                                                 "Java_sun_nio_fs_UnixNativeDispatcher_readdir0");
  while (jbyteArray bytes = read(env, caller, folder)) {
    const jsize length = env->GetArrayLength(bytes);
    std::string& name = names->emplace_back(static_cast<std::size_t>(length), '\0');
    env->GetByteArrayRegion(bytes, 0, length, reinterpret_cast<jbyte*>(name.data()));
    env->DeleteLocalRef(bytes);
  }
  std::sort(names->begin(), names->end());
  return !env->ExceptionCheck();
}

jbyteArray read_folder(JNIEnv* env, jclass caller, jlong address) {
  const auto [at, is_new] = facts().folders.try_emplace(address);
  FileFacts::Folder& folder = at->second;
  if (is_new && !read_names(env, caller, address, &folder.names)) {
    facts().folders.erase(at);
    return nullptr;
  }
  if (folder.given == folder.names.size()) {
    return nullptr;
  }
  const std::string& name = folder.names[folder.given++];
  const auto length = static_cast<jsize>(name.size());
  jbyteArray bytes = env->NewByteArray(length);
  if (bytes != nullptr) {
    env->SetByteArrayRegion(bytes, 0, length, reinterpret_cast<const jbyte*>(name.data()));
  }
  return bytes;
}

void close_folder(JNIEnv* env, jclass caller, jlong address) {
  facts().folders.erase(address);
  of_nio<OfFolder>("Java_sun_nio_fs_UnixNativeDispatcher_closedir")(env, caller, address);
}

void rewind_folder(JNIEnv* env, jclass caller, jlong address) {
  facts().folders.erase(address);
  of_nio<OfFolder>("Java_sun_nio_fs_UnixNativeDispatcher_rewind")(env, caller, address);
}

// A field of a Java object with the type long.
class LongField {
 public:
  LongField(JNIEnv* env, jobject object, const char* name)
      : env_(env), object_(object), id_(env->GetFieldID(env->GetObjectClass(object), name, "J")) {}
  // Returns whether the class has the field, and leaves no exception if it has not.
  bool exists() const {
    env_->ExceptionClear();
    return id_ != nullptr;
  }
  jlong get() const { return env_->GetLongField(object_, id_); }
  void set(jlong value) const { env_->SetLongField(object_, id_, value); }

 private:
  JNIEnv* env_;
  jobject object_;
  jfieldID id_;
};

void settle_time(const LongField& seconds, const LongField& nanos) {
  const FileFacts::Moment moment{seconds.get(), nanos.get()};
  if (facts().is_since_start(moment, moment)) {
    seconds.set(sync::virtual_epoch_seconds());
    nanos.set(0);
  }
}

// Changes what the library has written into a UnixFileAttributes.
void settle_attributes(JNIEnv* env, jobject attributes) {
  if (env->ExceptionCheck()) {
    return;
  }
  const auto field = [&](const char* name) { return LongField(env, attributes, name); };
  field("st_ino").set(facts().number_of(field("st_dev").get(), field("st_ino").get()));
  settle_time(field("st_mtime_sec"), field("st_mtime_nsec"));
  settle_time(field("st_ctime_sec"), field("st_ctime_nsec"));
  // Some versions of the JDK do not know when a file was made.
  if (field("st_birthtime_nsec").exists()) {
    settle_time(field("st_birthtime_sec"), field("st_birthtime_nsec"));
  }
  field("st_atime_sec").set(field("st_mtime_sec").get());
  field("st_atime_nsec").set(field("st_mtime_nsec").get());
}

void stat_path(JNIEnv* env, jclass caller, jlong path, jobject attributes) {
  of_nio<void(JNIEnv*, jclass, jlong, jobject)>("Java_sun_nio_fs_UnixNativeDispatcher_stat0")(
      env, caller, path, attributes);
  settle_attributes(env, attributes);
}
// Later versions return the error instead of throwing.
jint stat_path_or_error(JNIEnv* env, jclass caller, jlong path, jobject attributes) {
  using Stat = jint(JNIEnv*, jclass, jlong, jobject);
  const jint error =
      of_nio<Stat>("Java_sun_nio_fs_UnixNativeDispatcher_stat0")(env, caller, path, attributes);
  if (error == 0) {
    settle_attributes(env, attributes);
  }
  return error;
}
void stat_link(JNIEnv* env, jclass caller, jlong path, jobject attributes) {
  of_nio<void(JNIEnv*, jclass, jlong, jobject)>("Java_sun_nio_fs_UnixNativeDispatcher_lstat0")(
      env, caller, path, attributes);
  settle_attributes(env, attributes);
}
void stat_descriptor(JNIEnv* env, jclass caller, jint descriptor, jobject attributes) {
  of_nio<void(JNIEnv*, jclass, jint, jobject)>("Java_sun_nio_fs_UnixNativeDispatcher_fstat",
                                               "Java_sun_nio_fs_UnixNativeDispatcher_fstat0")(
      env, caller, descriptor, attributes);
  settle_attributes(env, attributes);
}
void stat_below(JNIEnv* env, jclass caller, jint folder, jlong path, jint flags,
                jobject attributes) {
  of_nio<void(JNIEnv*, jclass, jint, jlong, jint, jobject)>(
      "Java_sun_nio_fs_UnixNativeDispatcher_fstatat0")(env, caller, folder, path, flags,
                                                       attributes);
  settle_attributes(env, attributes);
}

void stat_disk(JNIEnv* env, jclass caller, jlong path, jobject attributes) {
  of_nio<void(JNIEnv*, jclass, jlong, jobject)>("Java_sun_nio_fs_UnixNativeDispatcher_statvfs0")(
      env, caller, path, attributes);
  if (!env->ExceptionCheck()) {
    const auto set = [&](const char* name, jlong value) {
      LongField(env, attributes, name).set(value);
    };
    set("f_frsize", kBlockBytes);
    set("f_blocks", kDiskBytes / kBlockBytes);
    set("f_bfree", kFreeBytes / kBlockBytes);
    set("f_bavail", kFreeBytes / kBlockBytes);
  }
}

constexpr const char* kFiles = "java/io/UnixFileSystem";
constexpr const char* kKernel = "sun/nio/fs/UnixNativeDispatcher";

}  // namespace

std::span<const VmNative> file_facts_natives() {
  // Times count from here on.
  facts();
  static const VmNative rows[] = {
      {kFiles, "list", "(Ljava/io/File;)[Ljava/lang/String;", reinterpret_cast<void*>(list)},
      {kFiles, "list0", "(Ljava/io/File;)[Ljava/lang/String;", reinterpret_cast<void*>(list)},
      {kFiles, "getLastModifiedTime", "(Ljava/io/File;)J", reinterpret_cast<void*>(last_modified)},
      {kFiles, "getLastModifiedTime0", "(Ljava/io/File;)J", reinterpret_cast<void*>(last_modified)},
      {kFiles, "getSpace", "(Ljava/io/File;I)J", reinterpret_cast<void*>(space)},
      {kFiles, "getSpace0", "(Ljava/io/File;I)J", reinterpret_cast<void*>(space)},
      {kKernel, "readdir", "(J)[B", reinterpret_cast<void*>(read_folder)},
      {kKernel, "readdir0", "(J)[B", reinterpret_cast<void*>(read_folder)},
      {kKernel, "closedir", "(J)V", reinterpret_cast<void*>(close_folder)},
      {kKernel, "rewind", "(J)V", reinterpret_cast<void*>(rewind_folder)},
      {kKernel, "stat0", "(JLsun/nio/fs/UnixFileAttributes;)V", reinterpret_cast<void*>(stat_path)},
      {kKernel, "stat0", "(JLsun/nio/fs/UnixFileAttributes;)I",
       reinterpret_cast<void*>(stat_path_or_error)},
      {kKernel, "lstat0", "(JLsun/nio/fs/UnixFileAttributes;)V",
       reinterpret_cast<void*>(stat_link)},
      {kKernel, "fstat", "(ILsun/nio/fs/UnixFileAttributes;)V",
       reinterpret_cast<void*>(stat_descriptor)},
      {kKernel, "fstat0", "(ILsun/nio/fs/UnixFileAttributes;)V",
       reinterpret_cast<void*>(stat_descriptor)},
      {kKernel, "fstatat0", "(IJILsun/nio/fs/UnixFileAttributes;)V",
       reinterpret_cast<void*>(stat_below)},
      {kKernel, "statvfs0", "(JLsun/nio/fs/UnixFileStoreAttributes;)V",
       reinterpret_cast<void*>(stat_disk)},
  };
  return rows;
}

}  // namespace minijvm::vm
