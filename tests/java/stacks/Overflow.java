// Recursion to StackOverflowError, caught and survived, again and again, through virtual calls, interfaces, clinit-free natives, monitors and finally.
public class Overflow {
    static int depth;
    static int finals;
    static boolean unwound = true;

    static int plain(int a, long b, double c) {
        depth++;
        return plain(a + 1, b * 3, c / 2) + 1;
    }

    synchronized void locked() {
        depth++;
        locked();
    }

    static void withFinally() {
        depth++;
        try {
            withFinally();
        } finally {
            finals++;
        }
    }

    @Override
    public String toString() {
        return "x" + this;
    }

    interface Loop { void go(Loop l); }

    static void attempt(String name, Runnable r) {
        depth = 0;
        try {
            r.run();
            System.out.println(name + " returned");
        } catch (StackOverflowError e) {
            System.out.println(name + " overflowed " + (depth > 500) + " " + e.getMessage() + " " + (e.getStackTrace().length == 1024));
        }
    }

    public static void main(String[] args) throws Exception {
        Overflow o = new Overflow();
        for (int i = 0; i < 3; i++) {
            attempt("plain", () -> plain(1, 2, 3));
            attempt("locked", o::locked);
            System.out.println(Thread.holdsLock(o));
        }
        attempt("lambda", () -> {
            depth = 1000;
            Loop l = x -> x.go(x);
            l.go(l);
        });
        depth = 0;
        try {
            withFinally();
        } catch (StackOverflowError e) {
            System.out.println("finally " + (finals > depth - 100) + (finals <= depth));
        }
        try {
            o.toString();
        } catch (StackOverflowError e) {
            System.out.println("toString");
        }
        Thread t = new Thread(null, () -> attempt("thread", () -> plain(1, 2, 3)), "deep", 1 << 20);
        t.start();
        t.join();
        int ok = 0;
        for (int i = 0; i < 100; i++) ok += fib(12);
        System.out.println(ok); // expect: 14400
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }
}
