/** What host.c calls, and whose natives it supplies. */
public class Embedded {
    int count;
    final String name;

    public Embedded(String name) {
        this.name = name;
    }

    static native int add(int a, int b);

    native double mix(boolean z, byte b, char c, short s, long j, float f, double d, int i, long k);

    static native String shout(String text);

    static native void fail(String text);

    static void hello() {
        System.out.println("hello from Java, embedded.key is " + System.getProperty("embedded.key"));
        System.out.println("on " + Thread.currentThread().getName() + " of " + Thread.currentThread().getThreadGroup().getName());
        System.out.println("loaded by the system loader: " + (Embedded.class.getClassLoader() == ClassLoader.getSystemClassLoader()));
        System.out.println("add: " + add(40, 2));
        System.out.println("mix: " + new Embedded("mix").mix(true, (byte) 2, 'c', (short) -4, 1L << 33, 0.5f, 0.25, -7, 11L));
        System.out.println(shout("h\u00e9llo"));
        try {
            fail("told by C");
        } catch (IllegalStateException e) {
            System.out.println("caught " + e.getMessage() + " at " + e.getStackTrace()[0]);
        }
    }

    static void thrower(int n) {
        try {
            throw new ArithmeticException("inner " + n);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("thrown for " + n, e);
        }
    }

    void increment() {
        ++count;
    }

    static long sum(int[] numbers) {
        long total = 0;
        for (int each : numbers) {
            total += each;
        }
        return total;
    }

    static void visit() {
        Thread self = Thread.currentThread();
        boolean named = !self.getName().startsWith("Thread-");
        System.out.println("visited by " + (named ? self.getName() : "an unnamed thread") + ", daemon " + self.isDaemon() + ", alive " + self.isAlive());
    }

    /** DestroyJavaVM waits for this thread, then runs the hook. */
    static void leaveWork() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("the hook runs")));
        new Thread(() -> {
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
            System.out.println("the last thread ends");
        }).start();
    }
}
