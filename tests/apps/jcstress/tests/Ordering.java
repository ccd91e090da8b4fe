package memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.J_Result;

/** What the Java memory model forbids (JLS 17.4 to 17.7), as jcstress tests: the runs must not show any of it. */
public class Ordering {
    static VarHandle handle(Class<?> of, String field) {
        try {
            return MethodHandles.lookup().findVarHandle(of, field, int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Store, then load elsewhere: the one thing that x86-64 reorders. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN)
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    public static class VolatileDekker {
        volatile int x, y;
        @Actor public void one(II_Result r) { x = 1; r.r1 = y; }
        @Actor public void two(II_Result r) { y = 1; r.r2 = x; }
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN)
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    public static class HandleDekker {
        static final VarHandle X = handle(HandleDekker.class, "x"), Y = handle(HandleDekker.class, "y");
        int x, y;
        @Actor public void one(II_Result r) { X.setVolatile(this, 1); r.r1 = (int) Y.getVolatile(this); }
        @Actor public void two(II_Result r) { Y.setVolatile(this, 1); r.r2 = (int) X.getVolatile(this); }
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN)
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    public static class FencedDekker {
        int x, y;
        @Actor public void one(II_Result r) { x = 1; VarHandle.fullFence(); r.r1 = y; }
        @Actor public void two(II_Result r) { y = 1; VarHandle.fullFence(); r.r2 = x; }
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN)
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    public static class ExchangedDekker {
        static final VarHandle X = handle(ExchangedDekker.class, "x"), Y = handle(ExchangedDekker.class, "y");
        int x, y;
        @Actor public void one(II_Result r) { X.getAndSet(this, 1); r.r1 = (int) Y.getAndAdd(this, 0); }
        @Actor public void two(II_Result r) { Y.getAndSet(this, 1); r.r2 = (int) X.getAndAdd(this, 0); }
    }

    /** A message: who sees the flag sees what was written before it. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN)
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    public static class VolatileMessage {
        int data;
        volatile int flag;
        @Actor public void sender() { data = 1; flag = 1; }
        @Actor public void receiver(II_Result r) { r.r1 = flag; r.r2 = data; }
    }

    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN)
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    public static class ReleasedMessage {
        static final VarHandle FLAG = handle(ReleasedMessage.class, "flag");
        int data, flag;
        @Actor public void sender() { data = 1; FLAG.setRelease(this, 1); }
        @Actor public void receiver(II_Result r) { r.r1 = (int) FLAG.getAcquire(this); r.r2 = data; }
    }

    /** Two readers see two independent stores in one order. */
    @JCStressTest
    @Outcome(id = "1, 0, 1, 0", expect = Expect.FORBIDDEN)
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    public static class IndependentReads {
        volatile int x, y;
        @Actor public void one() { x = 1; }
        @Actor public void two() { y = 1; }
        @Actor public void three(IIII_Result r) { r.r1 = x; r.r2 = y; }
        @Actor public void four(IIII_Result r) { r.r3 = y; r.r4 = x; }
    }

    /** Two plain reads of one opaque field never go back in time. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN)
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    public static class Coherence {
        static final VarHandle X = handle(Coherence.class, "x");
        int x;
        @Actor public void writer() { X.setOpaque(this, 1); }
        @Actor public void reader(II_Result r) { r.r1 = (int) X.getOpaque(this); r.r2 = (int) X.getOpaque(this); }
    }

    /** JLS 17.7; this VM does not split plain ones either. */
    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class WholeLong {
        long x;
        @Actor public void writer() { x = -1; }
        @Actor public void reader(J_Result r) { r.r1 = x; }
    }

    /** JLS 17.5: an object that leaks through a race shows its final fields; -1: not seen at all. */
    @JCStressTest
    @Outcome(id = {"-1", "4"}, expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class FinalFields {
        static class Point {
            final int a, b, c, d;
            Point() { a = 1; b = 1; c = 1; d = 1; }
        }
        Point point;
        @Actor public void maker() { point = new Point(); }
        @Actor public void finder(I_Result r) {
            Point found = point;
            r.r1 = found == null ? -1 : found.a + found.b + found.c + found.d;
        }
    }

    /** A fresh array is never seen without its length. */
    @JCStressTest
    @Outcome(id = {"-1", "37"}, expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class FreshArrays {
        int[] array;
        @Actor public void maker() { array = new int[37]; }
        @Actor public void finder(I_Result r) {
            int[] found = array;
            r.r1 = found == null ? -1 : found.length + found[36];
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class Monitors {
        int x;
        @Actor public void one(II_Result r) { synchronized (this) { r.r1 = ++x; } }
        @Actor public void two(II_Result r) { synchronized (this) { r.r2 = ++x; } }
    }

    @JCStressTest
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class AtomicUpdates {
        static final VarHandle X = handle(AtomicUpdates.class, "x");
        int x;
        @Actor public void one(II_Result r) { r.r1 = (int) X.getAndAdd(this, 1) + 1; }
        @Actor public void two(II_Result r) {
            int seen;
            do {
                seen = (int) X.getVolatile(this);
            } while (!X.compareAndSet(this, seen, seen + 1));
            r.r2 = seen + 1;
        }
    }
}
