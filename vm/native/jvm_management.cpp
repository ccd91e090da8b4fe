// JVM_GetManagement: the function table of java.management (JDK interface 10.7). There is none yet: a null answer makes java.management throw
// InternalError "Unsupported Management version" when it is first touched.
#include <jni.h>

extern "C" void* JVM_GetManagement(jint) { return nullptr; }
