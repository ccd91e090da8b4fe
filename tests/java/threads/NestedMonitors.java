import java.util.*;

// Nested and recursive monitors by many threads in an agreed order, with waits deep inside recursion and exceptions on the way out.
public class NestedMonitors {
    static final Object[] FORKS = new Object[5];
    static int meals;
    static final Object COUNT = new Object();
    static void eat(int i, int depth) {
        Object a = FORKS[Math.min(i, (i + 1) % 5)], b = FORKS[Math.max(i, (i + 1) % 5)];
        synchronized (a) {
            synchronized (b) {
                if (depth > 0) {
                    eat(i, depth - 1);
                    return;
                }
                synchronized (COUNT) {
                    if (++meals % 10 == 0) throw new IllegalStateException();
                }
            }
        }
    }
    static synchronized void outer(int n) throws InterruptedException {
        if (n > 0) {
            synchronized (NestedMonitors.class) {
                outer(n - 1);
            }
            return;
        }
        NestedMonitors.class.wait(20);
        state++;
        NestedMonitors.class.notifyAll();
    }
    static int state;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 5; i++) FORKS[i] = new Object();
        Thread[] t = new Thread[5];
        int[] thrown = new int[5];
        for (int i = 0; i < 5; i++) {
            int k = i;
            (t[i] = new Thread(() -> {
                for (int n = 0; n < 200; n++) {
                    try {
                        eat(k, n % 4);
                    } catch (IllegalStateException e) {
                        thrown[k]++;
                    }
                    if (Thread.holdsLock(FORKS[k])) throw new AssertionError();
                }
            })).start();
        }
        for (Thread x : t) x.join();
        System.out.println(meals + " " + Arrays.stream(thrown).sum()); // expect: 1000 100
        for (int i = 0; i < 5; i++) {
            (t[i] = new Thread(() -> {
                try {
                    outer(10);
                } catch (InterruptedException e) {
                    throw new Error(e);
                }
            })).start();
        }
        for (Thread x : t) x.join();
        synchronized (NestedMonitors.class) {
            System.out.println(state + " " + Thread.holdsLock(NestedMonitors.class)); // expect: 5 true
        }
        System.out.println(Thread.holdsLock(NestedMonitors.class));
    }
}
