// Stands in front of natives of which only some calls talk to the world: those of the machine's own
// name, and of the help of diagnostic commands, tell what the user gave or what the VM knows.
// The callers are in native state.
// Tested by tests/vm/world.
#include <jni.h>
#include <limits.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "vm/natives/library_functions.h"
#include "vm/natives/native_entry.h"
#include "vm/natives/own_natives.h"
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

jobjectArray look_up(JNIEnv* env, jobject resolver, jstring host, const char* symbol) {
  if (!is_own_name(text_of(env, host))) {
    meet(env, "asks the network about a host");
  }
  using LookUp = jobjectArray(JNIEnv*, jobject, jstring);
  return of_library<LookUp>("libnet.so", symbol)(env, resolver, host);
}
jobjectArray look_up_4(JNIEnv* env, jobject resolver, jstring host) {
  return look_up(env, resolver, host, "Java_java_net_Inet4AddressImpl_lookupAllHostAddr");
}
jobjectArray look_up_6(JNIEnv* env, jobject resolver, jstring host) {
  return look_up(env, resolver, host, "Java_java_net_Inet6AddressImpl_lookupAllHostAddr");
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

}  // namespace

std::span<const VmNative> checked_natives() {
  constexpr const char* kLookUp = "lookupAllHostAddr";
  constexpr const char* kAddresses = "(Ljava/lang/String;)[Ljava/net/InetAddress;";
  static const VmNative rows[] = {
      {"java/net/Inet4AddressImpl", kLookUp, kAddresses, reinterpret_cast<void*>(look_up_4)},
      {"java/net/Inet6AddressImpl", kLookUp, kAddresses, reinterpret_cast<void*>(look_up_6)},
      {"com/sun/management/internal/DiagnosticCommandImpl", "executeDiagnosticCommand",
       "(Ljava/lang/String;)Ljava/lang/String;", reinterpret_cast<void*>(execute_command)},
  };
  return rows;
}

}  // namespace minijvm::vm
