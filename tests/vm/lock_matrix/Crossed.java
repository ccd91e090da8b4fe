import java.util.ArrayList;
import java.util.List;

/**
 * What a monitor is for, in short: exclusion with recursion and nested locks, a bounded buffer with
 * wait and notifyAll, single notifies, time-outs, an interrupt, and identity hashes, while the
 * collector moves the objects. Prints one line for each, always the same.
 *   java Crossed [ROUNDS]
 */
public class Crossed {
    static int rounds = 150;

    interface Body {
        void run() throws Exception;
    }

    static Thread start(List<Thread> threads, Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Throwable e) {
                System.out.println("failed: " + e);
            }
        });
        threads.add(thread);
        thread.start();
        return thread;
    }

    static void joinAll(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static class Account {
        int balance = 1000;

        synchronized void add(int amount) {
            int before = balance;
            Thread.yield();
            set(before + amount);
        }

        synchronized void set(int amount) { balance = amount; }
    }

    static String transfers() throws InterruptedException {
        Account[] accounts = {new Account(), new Account(), new Account()};
        int[] hashes = new int[accounts.length];
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int first = t;
            start(threads, () -> {
                for (int i = 0; i < rounds; i++) {
                    Account from = accounts[(first + i) % 3], to = accounts[(first + 2 * i + 1) % 3];
                    from.add(-1);
                    to.add(1);
                    synchronized (from) {
                        if (hashes[(first + i) % 3] == 0) {
                            hashes[(first + i) % 3] = System.identityHashCode(from);
                        }
                    }
                }
            });
        }
        joinAll(threads);
        boolean same = true;
        int sum = 0;
        for (int i = 0; i < accounts.length; i++) {
            same &= hashes[i] == 0 || hashes[i] == System.identityHashCode(accounts[i]);
            sum += accounts[i].balance;
        }
        return sum + (same ? ", hashes stay" : ", a hash was lost");
    }

    static class Buffer {
        final int[] items = new int[2];
        int count;

        synchronized void put(int item) throws InterruptedException {
            while (count == items.length) {
                wait();
            }
            items[count++] = item;
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (count == 0) {
                wait(1000);
            }
            notifyAll();
            return items[--count];
        }
    }

    static String buffer() throws InterruptedException {
        Buffer buffer = new Buffer();
        long[] taken = new long[2];
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            int me = t;
            start(threads, () -> {
                for (int i = 1; i <= rounds; i++) {
                    buffer.put(i);
                }
            });
            start(threads, () -> {
                for (int i = 0; i < rounds; i++) {
                    taken[me] += buffer.take();
                }
            });
        }
        System.gc();
        joinAll(threads);
        return taken[0] + taken[1] == (long) rounds * (rounds + 1) ? "all taken" : "lost";
    }

    // Two threads take turns, each by one notify.
    static String turns() throws InterruptedException {
        Object lock = new Object();
        int[] turn = {0};
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            int me = t;
            start(threads, () -> {
                for (int i = 0; i < rounds; i++) {
                    synchronized (lock) {
                        while (turn[0] % 2 != me) {
                            lock.wait();
                        }
                        turn[0]++;
                        lock.notify();
                    }
                }
            });
        }
        joinAll(threads);
        return turn[0] == 2 * rounds ? "in turn" : "out of turn";
    }

    static String outcomes() throws InterruptedException {
        Object lock = new Object();
        StringBuffer said = new StringBuffer();
        List<Thread> threads = new ArrayList<>();
        synchronized (lock) {
            lock.wait(1);
            said.append("timed out, ");
        }
        boolean[] waits = {false};
        Thread waiter = start(threads, () -> {
            synchronized (lock) {
                synchronized (lock) {
                    waits[0] = true;
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        said.append(Thread.holdsLock(lock) ? "interrupted, " : "lost, ");
                    }
                }
                said.append(Thread.holdsLock(lock) ? "held, " : "lost, ");
            }
        });
        for (boolean seen = false; !seen; Thread.yield()) {
            synchronized (lock) {
                seen = waits[0];
            }
        }
        waiter.interrupt();
        joinAll(threads);
        try {
            lock.notify();
        } catch (IllegalMonitorStateException e) {
            said.append("not owner");
        }
        return said.toString();
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            rounds = Integer.parseInt(args[0]);
        }
        System.out.println(transfers());
        System.out.println(buffer());
        System.out.println(turns());
        System.out.println(outcomes());
    }
}
