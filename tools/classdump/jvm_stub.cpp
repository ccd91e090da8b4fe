// A library with the soname libjvm.so and nothing else, so that the JDK's libjimage.so can be
// loaded into a program that is no VM. libjimage.so resolves JVM_* names lazily, and calls none of
// them while it reads an uncompressed image.
extern "C" __attribute__((visibility("default"))) const char minijvm_is_a_stub[] = "not a VM";
