import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

// Threads that wait for each other: bounded buffers, turns, barriers with notifyAll, time limits, interrupts while waiting, locks taken back as deep as they were.
public class Handshakes {
    static class Buffer {
        final int[] items = new int[3];
        int count, from;
        synchronized void put(int x) throws InterruptedException {
            while (count == items.length) wait();
            items[(from + count++) % items.length] = x;
            notifyAll();
        }
        synchronized int take() throws InterruptedException {
            while (count == 0) wait();
            int x = items[from];
            from = (from + 1) % items.length;
            count--;
            notifyAll();
            return x;
        }
    }

    interface Action { void run() throws Exception; }

    static Thread go(Action action) {
        Thread t = new Thread(() -> {
            try {
                action.run();
            } catch (Exception e) {
                System.out.println("thread ends with " + e);
            }
        });
        t.start();
        return t;
    }

    static void awaitState(Thread t, Thread.State state) throws InterruptedException {
        while (t.getState() != state) Thread.sleep(1);
    }

    public static void main(String[] args) throws Exception {
        Buffer buffer = new Buffer();
        long[] sums = new long[3];
        List<Thread> threads = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
            int mine = k;
            threads.add(go(() -> { for (int i = 0; i < 400; i++) buffer.put(mine * 1000 + i); }));
            threads.add(go(() -> { for (int i = 0; i < 400; i++) sums[mine] += buffer.take(); }));
        }
        for (Thread t : threads) t.join();
        System.out.println(sums[0] + sums[1] + sums[2] + " " + buffer.count); // expect: 1439400 0

        Object turn = new Object();
        int[] next = {0};
        StringBuilder order = new StringBuilder();
        threads.clear();
        for (int k = 0; k < 4; k++) {
            int mine = k;
            threads.add(go(() -> {
                for (int round = 0; round < 50; round++) {
                    synchronized (turn) {
                        while (next[0] % 4 != mine) turn.wait();
                        order.append(mine);
                        next[0]++;
                        turn.notifyAll();
                    }
                }
            }));
        }
        for (Thread t : threads) t.join();
        System.out.println(order.length() + " " + order.toString().equals("0123".repeat(50)));

        Object lock = new Object();
        boolean[] woken = {false};
        Thread deep = go(() -> {
            synchronized (lock) {
                synchronized (lock) {
                    synchronized (lock) {
                        while (!woken[0]) lock.wait();
                        System.out.println("woken, holds " + Thread.holdsLock(lock));
                    }
                    lock.notifyAll();
                }
                System.out.println("still holds " + Thread.holdsLock(lock));
            }
            System.out.println("holds no more " + !Thread.holdsLock(lock));
        });
        awaitState(deep, Thread.State.WAITING);
        synchronized (lock) {
            woken[0] = true;
            lock.notify();
            Thread.sleep(20);
            System.out.println("notifier goes first");
        }
        deep.join();

        Thread interrupted = go(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println(e + " holds " + Thread.holdsLock(lock) + " flag " + Thread.currentThread().isInterrupted());
                }
            }
        });
        awaitState(interrupted, Thread.State.WAITING);
        synchronized (lock) {
            interrupted.interrupt();
            Thread.sleep(20);
            System.out.println("interrupted, but cannot return yet: " + interrupted.isAlive());
        }
        interrupted.join();

        synchronized (lock) {
            Thread blocked = go(() -> {
                synchronized (lock) {
                    System.out.println("entered, flag " + Thread.currentThread().isInterrupted());
                }
            });
            awaitState(blocked, Thread.State.BLOCKED);
            blocked.interrupt();
            Thread.sleep(10);
            System.out.println("interrupt does not end blocking: " + blocked.getState());
            while (blocked.isAlive()) lock.wait(10);
        }
        long start = System.nanoTime();
        synchronized (lock) {
            lock.wait(30);
        }
        long millis = (System.nanoTime() - start) / 1000000;
        System.out.println("timed wait " + (millis >= 29));

        AtomicInteger inside = new AtomicInteger(), passed = new AtomicInteger();
        threads.clear();
        Object gate = new Object();
        boolean[] open = {false};
        for (int k = 0; k < 6; k++) {
            threads.add(go(() -> {
                synchronized (gate) {
                    inside.incrementAndGet();
                    while (!open[0]) gate.wait();
                    passed.incrementAndGet();
                }
            }));
        }
        for (Thread t : threads) awaitState(t, Thread.State.WAITING);
        synchronized (gate) {
            gate.notifyAll();
        }
        for (Thread t : threads) awaitState(t, Thread.State.WAITING);
        System.out.println(inside + " " + passed);
        synchronized (gate) {
            open[0] = true;
            gate.notifyAll();
        }
        for (Thread t : threads) t.join();
        System.out.println(inside + " " + passed);

        Object[] locks = new Object[17];
        for (int k = 0; k < locks.length; k++) locks[k] = new Object();
        int[] counters = new int[locks.length];
        threads.clear();
        for (int k = 0; k < 4; k++) {
            int seed = k * 7919 + 1;
            threads.add(go(() -> {
                int random = seed;
                for (int i = 0; i < 3000; i++) {
                    random = random * 1103515245 + 12345;
                    int a = (random >>> 8) % 17, b = (random >>> 16) % 17, low = Math.min(a, b), high = Math.max(a, b);
                    synchronized (locks[low]) {
                        synchronized (locks[high]) {
                            counters[low]++;
                            counters[high]++;
                        }
                    }
                }
            }));
        }
        for (Thread t : threads) t.join();
        int total = 0;
        for (int c : counters) total += c;
        System.out.println(total + " " + Collections.frequency(List.of(threads.get(0).getState(), threads.get(3).getState()), Thread.State.TERMINATED));
    }
}
