import java.util.concurrent.CountDownLatch;

// Who owns a monitor: recursion, release by exceptions, statics, arrays, classes and strings as locks; the errors of those who do not own it; holdsLock; hashes of locked objects.
public class OwnershipRules {
    static synchronized boolean staticHeld() { return Thread.holdsLock(OwnershipRules.class); }
    synchronized boolean held() { return Thread.holdsLock(this) && !Thread.holdsLock(OwnershipRules.class); }
    synchronized int recurse(int n) { return n == 0 ? 0 : 1 + recurse(n - 1); }
    synchronized void fail() { throw new IllegalStateException("inside"); }
    static synchronized void failStatic() { throw new IllegalStateException("inside static"); }

    interface Action { void run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            action.run();
            System.out.println(what + ": fine");
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    /** Can another thread take the lock at once? */
    static boolean isFree(Object lock) throws InterruptedException {
        CountDownLatch got = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            synchronized (lock) {
                got.countDown();
            }
        });
        t.start();
        boolean free = got.await(200, java.util.concurrent.TimeUnit.MILLISECONDS);
        if (!free) waiting = t;
        return free;
    }

    static Thread waiting;

    static int nested(Object[] locks, int at) {
        if (at == locks.length) {
            int sum = 0;
            for (Object lock : locks) sum += Thread.holdsLock(lock) ? 1 : 0;
            return sum;
        }
        synchronized (locks[at]) {
            return nested(locks, at + 1);
        }
    }

    public static void main(String[] args) throws Exception {
        OwnershipRules o = new OwnershipRules();
        System.out.println(o.held() + " " + staticHeld() + " " + Thread.holdsLock(o) + " " + o.recurse(300));
        attempt("throws inside", o::fail);
        attempt("throws inside static", OwnershipRules::failStatic);
        System.out.println(isFree(o) + " " + isFree(OwnershipRules.class)); // expect: true true
        Object lock = new Object();
        attempt("notify", lock::notify);
        attempt("notifyAll", lock::notifyAll);
        attempt("wait", lock::wait);
        attempt("wait 1", () -> lock.wait(1));
        attempt("wait negative", () -> lock.wait(-1));
        attempt("wait nanos", () -> { synchronized (lock) { lock.wait(1, 1000000); } });
        attempt("wait owned", () -> { synchronized (lock) { lock.wait(1); lock.wait(0, 1); lock.notify(); lock.notifyAll(); } });
        attempt("null", () -> { Object none = null; synchronized (none) { System.out.println("never"); } });
        attempt("holdsLock null", () -> Thread.holdsLock(null));
        attempt("interrupted before wait", () -> { Thread.currentThread().interrupt(); synchronized (lock) { lock.wait(); } });
        System.out.println(Thread.interrupted() + " " + Thread.holdsLock(lock));
        synchronized (lock) {
            synchronized (lock) {
                System.out.println(isFree(lock) + " " + Thread.holdsLock(lock));
            }
            System.out.println(Thread.holdsLock(lock) + " " + waiting.isAlive());
        }
        waiting.join();
        System.out.println(Thread.holdsLock(lock) + " " + isFree(lock));
        Object[] kinds = {new int[3], new String[0][], "a literal".concat(""), Integer.valueOf(100000), int.class, Thread.currentThread(), (Runnable) () -> { }, new Throwable(), new OwnershipRules(), java.util.List.of()};
        int[] hashes = new int[kinds.length];
        for (int k = 0; k < kinds.length; k++) hashes[k] = k % 2 == 0 ? System.identityHashCode(kinds[k]) : 0;
        System.out.println(nested(kinds, 0) + " of " + kinds.length);
        boolean stable = true, free = true;
        for (int k = 0; k < kinds.length; k++) {
            synchronized (kinds[k]) {
                int inside = System.identityHashCode(kinds[k]);
                stable &= k % 2 != 0 || inside == hashes[k];
                hashes[k] = inside;
                free &= !isFree(kinds[k]) && System.identityHashCode(kinds[k]) == inside;
            }
            waiting.join();
            stable &= System.identityHashCode(kinds[k]) == hashes[k];
        }
        System.gc();
        for (int k = 0; k < kinds.length; k++) stable &= System.identityHashCode(kinds[k]) == hashes[k] && !Thread.holdsLock(kinds[k]);
        System.out.println(stable + " " + free);
        Object[] many = new Object[2000];
        for (int k = 0; k < many.length; k++) many[k] = k % 3 == 0 ? new int[k % 7] : new Object();
        Object[] deep = java.util.Arrays.copyOf(many, 500);
        System.out.println(nested(deep, 0));
        int total = 0;
        for (int round = 0; round < 3; round++) {
            for (Object each : many) {
                synchronized (each) {
                    total += Thread.holdsLock(each) ? 1 : 0;
                }
            }
        }
        System.out.println(total);
        out:
        for (int k = 0; ; k++) {
            synchronized (lock) {
                if (k < 3) continue;
                break out;
            }
        }
        System.out.println(Thread.holdsLock(lock) + " " + leave(lock) + " " + Thread.holdsLock(lock));
    }

    static int leave(Object lock) {
        synchronized (lock) {
            try {
                throw new RuntimeException();
            } catch (RuntimeException e) {
                return Thread.holdsLock(lock) ? 1 : 0;
            } finally {
                lock.notifyAll();
            }
        }
    }
}
