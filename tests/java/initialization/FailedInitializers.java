import java.io.IOException;
import java.util.concurrent.CountDownLatch;

// Initialisers that fail: what the first user sees, what later users see and what they are told was the cause, per kind of exception, through
// superclasses, default-method interfaces, reflection, method handles, and several threads (JVMS 5.5 steps 5, 7, 10 to 12).
public class FailedInitializers {
    static class Unchecked { static int x = fail(new IllegalStateException("unchecked")); }
    static class Checked { static int x = fail(new IOException("checked")); }
    static class AnError { static int x = fail(new AssertionError("an error")); }
    static class NoMessage { static int x = fail(new RuntimeException()); }
    static class WithCause { static int x = fail(new RuntimeException("outer", new IOException("inner"))); }
    static class Overflow { static int x = deep(1); static int deep(int n) { return deep(n + 1) + 1; } }
    static class Memory { static int x = fail(new OutOfMemoryError("pretended")); }
    static class Super { static int x = fail(new IllegalArgumentException("super")); }
    static class Sub extends Super { static int y = 1; static int get() { return y; } }
    static class SubSub extends Sub { static int z = 1; static int get() { return z; } }
    interface Face { int C = fail(new UnsupportedOperationException("face")); default void m() { } }
    interface Plain { int C = fail(new UnsupportedOperationException("plain face")); }
    static class ImplementsFace implements Face { static int y = 1; }
    static class ImplementsPlain implements Plain { static int y = 1; }
    static class Nested { static int x = Unchecked2.x; }
    static class Unchecked2 { static int x = fail(new NullPointerException("below")); }
    static class Circle1 { static int x = Circle2.x + 1; static { if (true) fail(new RuntimeException("circle")); } }
    static class Circle2 { static int x = Circle1.x + 1; }
    static class Odd extends RuntimeException { Odd() { super("odd"); } @Override public String getMessage() { throw new IllegalStateException("getMessage"); } @Override public String toString() { return "an Odd"; } }
    static class ByOdd { static int x = fail(new Odd()); }
    static class ByThread { static int x = fail(new ArithmeticException("in another thread")); }
    static class Slow {
        static final CountDownLatch inside = new CountDownLatch(1), go = new CountDownLatch(1);
    }
    static class SlowFail {
        static {
            Slow.inside.countDown();
            try {
                Slow.go.await();
            } catch (InterruptedException e) {
                throw new Error(e);
            }
            if (true) throw new IllegalStateException("slow");
        }
        static void touch() { }
    }
    enum Kind { A, B; static final int N = fail(new IndexOutOfBoundsException("enum")); }

    static <T extends Throwable> int fail(Throwable t) throws T {
        @SuppressWarnings("unchecked") T thrown = (T) t;
        throw thrown;
    }

    interface Use { Object run() throws Throwable; }

    static String text(Throwable t) {
        StringBuilder b = new StringBuilder();
        for (Throwable at = t; at != null; at = at.getCause()) {
            String line = at instanceof Odd ? at.toString() : at.toString();
            b.append(b.length() == 0 ? "" : " <- ").append(line);
            if (at instanceof ExceptionInInitializerError) b.append(" [").append(((ExceptionInInitializerError) at).getException()).append(']');
        }
        return b.toString();
    }

    static void twice(String what, Use use) {
        for (int k = 1; k <= 3; k++) {
            try {
                System.out.println(what + " " + k + ": " + use.run());
            } catch (Throwable t) {
                System.out.println(what + " " + k + ": " + text(t));
                StackTraceElement[] trace = t.getStackTrace();
                if (trace.length > 0 && k > 1 && !(t instanceof StackOverflowError)) System.out.println("   at " + trace[0].getMethodName() + ", cause at " + (t.getCause() == null || t.getCause().getStackTrace().length == 0 ? "-" : t.getCause().getStackTrace()[0].getMethodName()));
            }
        }
    }

    public static void main(String[] args) throws Throwable {
        twice("unchecked", () -> Unchecked.x);
        twice("checked", () -> Checked.x);
        twice("error", () -> AnError.x);
        twice("no message", () -> NoMessage.x);
        twice("with cause", () -> WithCause.x);
        twice("memory", () -> Memory.x);
        twice("odd", () -> ByOdd.x);
        try {
            System.out.println(Overflow.x);
        } catch (StackOverflowError e) {
            System.out.println("overflow");
        }
        twice("sub", () -> Sub.get());
        twice("subsub", () -> new SubSub());
        twice("super", () -> Super.x);
        twice("implements face", () -> ImplementsFace.y);
        twice("face", () -> Face.C);
        twice("implements plain", () -> ImplementsPlain.y);
        twice("plain", () -> Plain.C);
        twice("nested", () -> Nested.x);
        twice("below", () -> Unchecked2.x);
        twice("circle", () -> Circle2.x);
        twice("circle other", () -> Circle1.x);
        twice("enum", () -> Kind.A);
        twice("enum valueOf", () -> Kind.valueOf("B"));
        twice("forName", () -> Class.forName("FailedInitializers$Unchecked"));
        twice("forName, not initialised", () -> Class.forName("FailedInitializers$Unchecked", false, FailedInitializers.class.getClassLoader()));
        twice("reflection", () -> Checked.class.getDeclaredConstructor().newInstance());
        twice("field", () -> Checked.class.getDeclaredField("x").get(null));
        twice("array", () -> new Checked[1].length);
        twice("instanceof", () -> args instanceof Object && !(((Object) args) instanceof Checked));
        twice("handle", () -> java.lang.invoke.MethodHandles.lookup().findStatic(Sub.class, "get", java.lang.invoke.MethodType.methodType(int.class)).invoke());
        Thread first = new Thread(() -> {
            try {
                System.out.println(ByThread.x);
            } catch (Throwable t) {
                System.out.println(Thread.currentThread().getName() + " " + text(t));
            }
        }, "first one");
        first.start();
        first.join();
        twice("by thread", () -> ByThread.x);
        Thread[] waiters = new Thread[3];
        String[] seen = new String[waiters.length];
        Thread owner = new Thread(() -> {
            try {
                SlowFail.touch();
            } catch (Throwable t) {
                System.out.println("owner " + text(t));
            }
        }, "owner");
        owner.start();
        Slow.inside.await();
        for (int k = 0; k < waiters.length; k++) {
            int mine = k;
            (waiters[k] = new Thread(() -> {
                try {
                    SlowFail.touch();
                } catch (Throwable t) {
                    seen[mine] = text(t);
                }
            }, "waiter " + k)).start();
        }
        Thread.sleep(20);
        Slow.go.countDown();
        for (Thread t : waiters) t.join();
        owner.join();
        for (String s : seen) System.out.println("waiter " + s);
    }
}
