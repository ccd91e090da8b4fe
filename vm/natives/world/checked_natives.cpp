// Stands in front of natives of which only some calls talk to the world or change it: those of the
// machine's own name, and of the help of diagnostic commands, tell what the user gave or what the
// VM knows; a file that is opened for reading is left as it was.
// The callers are in native state.
// Tested by tests/vm/world.
#include <fcntl.h>
#include <jni.h>
#include <limits.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "vm/natives/library_functions.h"
#include "vm/natives/native_entry.h"
#include "vm/natives/own_natives.h"
#include "vm/natives/world/journal/journal.h"
#include "vm/natives/world/world.h"

namespace minijvm::vm {
namespace {

std::string text_of(JNIEnv* env, jstring string) {
  const char* text = string == nullptr ? nullptr : env->GetStringUTFChars(string, nullptr);
  if (text == nullptr) {
    return "";
  }
  std::string copy = text;
  env->ReleaseStringUTFChars(string, text);
  return copy;
}

void meet(JNIEnv* env, std::string_view does) {
  NativeEntry vm(env);
  native_meets_world(vm.self, does);
}

// /etc/hosts has these names, or the machine's resolver makes them up.
bool is_own_name(const std::string& host) {
  char name[HOST_NAME_MAX + 1] = {};
  return host == "localhost" || (gethostname(name, sizeof name - 1) == 0 && host == name);
}

void check_host(JNIEnv* env, jstring host) {
  if (journal() == nullptr && !is_own_name(text_of(env, host))) {
    meet(env, "asks the network about a host");
  }
}
jobjectArray look_up(JNIEnv* env, jobject resolver, jstring host, const char* symbol) {
  check_host(env, host);
  using LookUp = jobjectArray(JNIEnv*, jobject, jstring);
  return of_library<LookUp>("libnet.so", symbol)(env, resolver, host);
}
jobjectArray look_up_4(JNIEnv* env, jobject resolver, jstring host) {
  return look_up(env, resolver, host, "Java_java_net_Inet4AddressImpl_lookupAllHostAddr");
}
constexpr const char* kLookUp6 = "Java_java_net_Inet6AddressImpl_lookupAllHostAddr";
jobjectArray look_up_6(JNIEnv* env, jobject resolver, jstring host) {
  return look_up(env, resolver, host, kLookUp6);
}
// From JDK 18 on the caller says which kinds of addresses it wants.
jobjectArray look_up_kinds(JNIEnv* env, jobject resolver, jstring host, jint kinds) {
  check_host(env, host);
  using LookUp = jobjectArray(JNIEnv*, jobject, jstring, jint);
  return of_library<LookUp>("libnet.so", kLookUp6)(env, resolver, host, kinds);
}

// The platform's bean asks for the help of all commands when it is made.
jstring execute_command(JNIEnv* env, jobject bean, jstring command) {
  const std::string text = text_of(env, command);
  if (text != "help" && !text.starts_with("help ")) {
    meet(env, "tells addresses and times of the machine");
  }
  using Execute = jstring(JNIEnv*, jobject, jstring);
  return of_library<Execute>("libmanagement_ext.so",
                             "Java_com_sun_management_internal_DiagnosticCommandImpl_"
                             "executeDiagnosticCommand")(env, bean, command);
}

// RandomAccessFile has constants of its own for the mode.
void open_random(JNIEnv* env, jobject file, jstring path, jint mode) {
  constexpr jint kReadAndWrite = 2;
  if ((mode & kReadAndWrite) != 0) {
    note_changed_world();
  }
  of_java<void(JNIEnv*, jobject, jstring, jint)>("Java_java_io_RandomAccessFile_open0")(env, file,
                                                                                        path, mode);
}

void note_opening(jint flags) {
  if ((flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0) {
    note_changed_world();
  }
}
jint open_path(JNIEnv* env, jclass caller, jlong path, jint flags, jint mode) {
  note_opening(flags);
  using Open = jint(JNIEnv*, jclass, jlong, jint, jint);
  return of_nio<Open>("Java_sun_nio_fs_UnixNativeDispatcher_open0")(env, caller, path, flags, mode);
}
jint open_path_at(JNIEnv* env, jclass caller, jint folder, jlong path, jint flags, jint mode) {
  note_opening(flags);
  using Open = jint(JNIEnv*, jclass, jint, jlong, jint, jint);
  return of_nio<Open>("Java_sun_nio_fs_UnixNativeDispatcher_openat0")(env, caller, folder, path,
                                                                      flags, mode);
}

// The program writes to a mapping without a native.
void note_mapping(jint protection) {
  constexpr jint kShared = 1;  // FileChannelImpl.MAP_RW
  if (protection == kShared) {
    note_changed_world();
  }
}
jlong map_file(JNIEnv* env, jobject channel, jint protection, jlong position, jlong bytes,
               jboolean synchronous) {
  note_mapping(protection);
  using Map = jlong(JNIEnv*, jobject, jint, jlong, jlong, jboolean);
  return of_nio<Map>("Java_sun_nio_ch_FileChannelImpl_map0")(env, channel, protection, position,
                                                             bytes, synchronous);
}
// From JDK 21 on.
jlong map_descriptor(JNIEnv* env, jclass caller, jobject descriptor, jint protection,
                     jlong position, jlong bytes, jboolean synchronous) {
  note_mapping(protection);
  using Map = jlong(JNIEnv*, jclass, jobject, jint, jlong, jlong, jboolean);
  return of_nio<Map>("Java_sun_nio_ch_UnixFileDispatcherImpl_map0")(
      env, caller, descriptor, protection, position, bytes, synchronous);
}

}  // namespace

std::span<const VmNative> checked_natives() {
  constexpr const char* kLookUp = "lookupAllHostAddr";
  constexpr const char* kAddresses = "(Ljava/lang/String;)[Ljava/net/InetAddress;";
  static const VmNative rows[] = {
      {"java/net/Inet4AddressImpl", kLookUp, kAddresses, reinterpret_cast<void*>(look_up_4)},
      {"java/net/Inet6AddressImpl", kLookUp, kAddresses, reinterpret_cast<void*>(look_up_6)},
      {"java/net/Inet6AddressImpl", kLookUp, "(Ljava/lang/String;I)[Ljava/net/InetAddress;",
       reinterpret_cast<void*>(look_up_kinds)},
      {"java/io/RandomAccessFile", "open0", "(Ljava/lang/String;I)V",
       reinterpret_cast<void*>(open_random)},
      {"sun/nio/fs/UnixNativeDispatcher", "open0", "(JII)I", reinterpret_cast<void*>(open_path)},
      {"sun/nio/fs/UnixNativeDispatcher", "openat0", "(IJII)I",
       reinterpret_cast<void*>(open_path_at)},
      {"sun/nio/ch/FileChannelImpl", "map0", "(IJJZ)J", reinterpret_cast<void*>(map_file)},
      {"sun/nio/ch/UnixFileDispatcherImpl", "map0", "(Ljava/io/FileDescriptor;IJJZ)J",
       reinterpret_cast<void*>(map_descriptor)},
      {"com/sun/management/internal/DiagnosticCommandImpl", "executeDiagnosticCommand",
       "(Ljava/lang/String;)Ljava/lang/String;", reinterpret_cast<void*>(execute_command)},
  };
  return rows;
}

}  // namespace minijvm::vm
