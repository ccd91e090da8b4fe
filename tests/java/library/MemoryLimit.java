// -XX:MallocMaxTestWords: what jdk.internal.misc.Unsafe may take in all, so that a program can see an allocation fail.
// run: -XX:+UnlockDiagnosticVMOptions -XX:MallocMaxTestWords=10m --add-exports java.base/jdk.internal.misc=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.misc=ALL-UNNAMED

import jdk.internal.misc.Unsafe;

public class MemoryLimit {
    static final Unsafe unsafe = Unsafe.getUnsafe();

    static long attempt(String how, long address, long bytes) {
        try {
            long got = address == 0 ? unsafe.allocateMemory(bytes) : unsafe.reallocateMemory(address, bytes);
            System.out.println(how + ": " + (got != 0));
            return got;
        } catch (OutOfMemoryError e) {
            System.out.println(how + ": " + e.getMessage());
            return address;
        }
    }

    public static void main(String[] args) {
        long small = attempt("a byte", 0, 1);
        unsafe.putByte(small, (byte) 42);
        attempt("all words and one", 0, 80L * 1024 * 1024 + 8);
        attempt("as much for what is there", small, 80L * 1024 * 1024 + 8);
        System.out.println(unsafe.getByte(small));
        unsafe.freeMemory(small);
    }
}
