import static java.lang.Thread.State.*;

import java.util.concurrent.*;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Threads that wait for the synchronizers of java.util.concurrent. Says "ready" when all of them do; ends with its input. */
public class Waits {
    interface Step {
        void run() throws Exception;
    }

    static Thread start(String name, Step step) {
        Thread thread = new Thread(() -> {
            try {
                step.run();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static Thread[] waiting() {
        CountDownLatch latch = new CountDownLatch(2);
        Semaphore permits = new Semaphore(1);
        ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        CyclicBarrier barrier = new CyclicBarrier(3);
        Phaser phaser = new Phaser(4);
        CompletableFuture<String> promise = new CompletableFuture<>();
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        return new Thread[] {
            start("latch", () -> latch.await()),
            start("permits", () -> permits.acquire(2)),
            start("upgrader", () -> {
                readWrite.readLock().lock();
                readWrite.writeLock().lock();
            }),
            start("condition", () -> {
                lock.lock();
                condition.await();
            }),
            start("barrier", () -> barrier.await()),
            start("phaser", () -> phaser.arriveAndAwaitAdvance()),
            start("promise", () -> promise.join()),
            start("taking", () -> queue.take()),
        };
    }

    public static void main(String[] args) throws Exception {
        Thread[] all = waiting();
        ExecutorService pool = Executors.newFixedThreadPool(1);
        ExecutorService idle = Executors.newFixedThreadPool(1);
        Future<Integer> outer = pool.submit(() -> pool.submit(() -> 1).get());
        idle.submit(() -> 1).get();
        Thread result = start("result", () -> outer.get());
        Object kept = new Object();
        Object other = new Object();
        Thread keeper = start("keeper", () -> {
            synchronized (kept) { synchronized (other) { other.wait(); } }
        });
        Settled.await(keeper, WAITING, "wait", "lambda");
        Thread keptOut = start("kept out", () -> {
            synchronized (kept) { System.out.println("impossible"); }
        });
        for (Thread thread : all) {
            Settled.await(thread, WAITING, "park");
        }
        Settled.await(result, WAITING, "park");
        Settled.await(keptOut, BLOCKED, "lambda");
        Thread.sleep(500);
        System.out.println("ready");
        System.in.read();
        System.exit(0);
    }
}
