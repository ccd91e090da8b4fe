// The soname libjvm.so and nothing else, so that the JDK's libjimage.so loads in a program that is no VM.
// libjimage.so resolves JVM_* names lazily and calls none while it reads an uncompressed image.
extern "C" __attribute__((visibility("default"))) const char minijvm_is_a_stub[] = "not a VM";
