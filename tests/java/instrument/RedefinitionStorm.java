// Threads run through a class, by every kind of call, with exceptions, allocation and locks, while its methods get other bodies again and again,
// by redefinition and by retransformation, and collections move what they hold. Nobody sees anything but one version or the other.
// manifest: Premain-Class: RedefinitionStorm; Can-Redefine-Classes: true; Can-Retransform-Classes: true
// run: -Xmx40m -javaagent:{jar}
// slow: 4

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

interface Value {
    int value(int depth);
    default int more(int depth) { return value(depth) + 1; }
}

class Work implements Value {
    int field;

    static String tag() { return "tag-1"; }
    int getField() { return field; }
    public int value(int depth) {
        if (depth == 0) return tag().length();
        try {
            return value(depth - 1) + getField();
        } finally {
            field = 0;
        }
    }
    static synchronized int locked(Work work, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += work.value(3) + new Object[i % 10].length;
        return sum;
    }
    static long loop(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            Supplier<String> reference = Work::tag;
            sum += reference.get().length();
        }
        return sum;
    }
    static int thrower(int n) {
        int caught = 0;
        for (int i = 0; i < n; i++) {
            try {
                throw new IllegalStateException("number " + i);
            } catch (IllegalStateException e) {
                caught += e.getStackTrace().length > 0 ? 1 : 0;
            }
        }
        return caught;
    }
}

class MoreWork extends Work {
    public int value(int depth) { return super.value(depth); }
}

public class RedefinitionStorm {
    static Instrumentation instrumentation;
    static volatile boolean stop;
    static final AtomicInteger wrong = new AtomicInteger();

    public static void premain(String options, Instrumentation given) { instrumentation = given; }

    static void run(Work work) {
        Value value = work;
        while (!stop) {
            work.field = 1;
            int more = value.more(5);
            boolean isRight = (more == 6 || more == 7) && Work.locked(work, 20) > 0 && Work.loop(50) == 250 && Work.thrower(5) == 5;
            if (!isRight) wrong.incrementAndGet();
        }
    }

    // One letter of the tag changes with each version.
    static class Letter implements ClassFileTransformer {
        int next;
        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
            if (!"Work".equals(name)) return null;
            byte[] changed = bytes.clone();
            changed[new String(bytes, StandardCharsets.ISO_8859_1).indexOf("tag-") + 4] = (byte) ('a' + next++ % 26);
            return changed;
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = ClassLoader.getSystemResourceAsStream("Work.class").readAllBytes();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            Work work = i % 2 == 0 ? new Work() : new MoreWork();
            (threads[i] = new Thread(() -> run(work))).start();
        }
        instrumentation.addTransformer(new Letter(), true);
        for (int i = 0; i < 60; i++) {
            if (i % 3 == 0) {
                instrumentation.retransformClasses(Work.class, MoreWork.class);
            } else {
                instrumentation.redefineClasses(new ClassDefinition(Work.class, bytes));
            }
            if (i % 10 == 0) System.gc();
        }
        stop = true;
        for (Thread thread : threads) thread.join();
        System.out.println("wrong: " + wrong + ", the last version: " + Work.tag());
    }
}
