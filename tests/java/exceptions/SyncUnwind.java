// Monitors are released when an exception leaves a synchronized method or block, also a nested and a static one, at any depth.
public class SyncUnwind {
    int state;

    synchronized void fail(int n) {
        state++;
        if (n == 0) throw new RuntimeException("deep");
        fail(n - 1);
    }

    static synchronized void failStatic() {
        throw new IllegalStateException(Thread.holdsLock(SyncUnwind.class) + "");
    }

    static int blocks(Object a, Object b, int how) {
        synchronized (a) {
            synchronized (b) {
                synchronized (a) {
                    if (how == 0) throw new RuntimeException();
                    if (how == 1) return 1;
                    for (int i = 0; i < 3; i++) {
                        synchronized (b) {
                            if (i == 1) continue;
                            if (i == 2) break;
                        }
                    }
                }
                if (!Thread.holdsLock(a) || !Thread.holdsLock(b)) throw new Error("lost");
            }
        }
        return 2;
    }

    static boolean canLock(Object o) throws InterruptedException {
        boolean[] done = new boolean[1];
        Thread t = new Thread(() -> {
            synchronized (o) {
                done[0] = true;
            }
        });
        t.start();
        t.join(5000);
        return done[0];
    }

    public static void main(String[] args) throws Exception {
        SyncUnwind s = new SyncUnwind();
        try {
            s.fail(20);
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " " + s.state + " " + Thread.holdsLock(s) + " " + canLock(s)); // expect: deep 21 false true
        }
        try {
            failStatic();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + Thread.holdsLock(SyncUnwind.class) + " " + canLock(SyncUnwind.class));
        }
        Object a = new Object(), b = new Object();
        for (int how = 0; how < 3; how++) {
            try {
                System.out.println(blocks(a, b, how));
            } catch (RuntimeException e) {
                System.out.println("thrown");
            }
            System.out.println(Thread.holdsLock(a) + " " + Thread.holdsLock(b) + " " + canLock(a) + " " + canLock(b));
        }
        try {
            s.wait();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            s.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            synchronized (s) {
                s.wait(-1);
            }
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " " + Thread.holdsLock(s));
        }
    }
}
