import java.util.*;

// wait and notify: a bounded buffer, ping-pong, notifyAll, timed waits, wait inside recursive locks, interrupt during wait.
public class WaitNotify {
    static class Buffer {
        final Deque<Integer> items = new ArrayDeque<>();
        synchronized void put(int x) throws InterruptedException {
            while (items.size() == 3) wait();
            items.addLast(x);
            notifyAll();
        }
        synchronized int take() throws InterruptedException {
            while (items.isEmpty()) wait();
            int x = items.removeFirst();
            notifyAll();
            return x;
        }
    }

    static int turn;

    public static void main(String[] args) throws Exception {
        Buffer buffer = new Buffer();
        long[] sums = new long[3];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int k = i;
            threads.add(new Thread(() -> {
                try {
                    for (int n = 0; n < 1000; n++) buffer.put(n);
                } catch (InterruptedException e) {
                    throw new Error(e);
                }
            }));
            threads.add(new Thread(() -> {
                try {
                    for (int n = 0; n < 1000; n++) sums[k] += buffer.take();
                } catch (InterruptedException e) {
                    throw new Error(e);
                }
            }));
        }
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        System.out.println(sums[0] + sums[1] + sums[2]); // expect: 1498500
        Object lock = new Object();
        StringBuilder log = new StringBuilder();
        Thread[] players = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int me = i;
            players[i] = new Thread(() -> {
                synchronized (lock) {
                    for (int n = 0; n < 4; n++) {
                        while (turn % 3 != me) {
                            synchronized (lock) {
                                try {
                                    lock.wait();
                                } catch (InterruptedException e) {
                                    throw new Error(e);
                                }
                            }
                        }
                        log.append((char) ('a' + me));
                        turn++;
                        lock.notifyAll();
                    }
                }
            });
            players[i].start();
        }
        for (Thread t : players) t.join();
        System.out.println(log); // expect: abcabcabcabc
        synchronized (lock) {
            lock.wait(5);
            lock.wait(1, 500);
            System.out.println("timed out");
        }
        boolean[] in = new boolean[1];
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    in[0] = true;
                    lock.notifyAll();
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("interrupted " + e.getMessage() + " " + Thread.currentThread().isInterrupted() + " " + Thread.holdsLock(lock));
                }
            }
        });
        synchronized (lock) {
            waiter.start();
            while (!in[0]) lock.wait();
            waiter.interrupt();
        }
        waiter.join();
        System.out.println(waiter.getState());
    }
}
