import java.time.Instant;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;

// Prints what differs from run to run on other VMs: times, hashes, orders of threads, random numbers. Lines that tell of more than one thread are
// collected in the order in which the threads came.
public class Same {
    static final Queue<String> order = new ConcurrentLinkedQueue<>();
    static final Object lock = new Object();
    static int next;

    static void print(String what, Object value) { System.out.println(what + ": " + value); }

    static void times() throws Exception {
        print("nano time", System.nanoTime());
        print("milliseconds", System.currentTimeMillis());
        print("instant", Instant.now());
        long begin = System.nanoTime();
        Thread.sleep(100);
        print("sleep", System.nanoTime() - begin);
        LockSupport.parkNanos(1_234_567);
        synchronized (lock) {
            lock.wait(5);
        }
        print("waits", System.nanoTime() - begin);
        long end = System.currentTimeMillis() + 20;
        int turns = 0;
        while (System.currentTimeMillis() < end) turns++;
        print("turns of a loop that waits for 20 ms", turns);
    }

    static void hashes() {
        print("object", new Object());
        print("identity", System.identityHashCode("text") + " " + System.identityHashCode(lock));
        Map<Object, Integer> byIdentity = new HashMap<>();
        for (int i = 0; i < 8; i++) byIdentity.put(new Object(), i);
        print("order of a map by identity", byIdentity.values());
        print("set", Set.of("one", "two", "three", "four", "five", "six"));
        print("methods", Arrays.toString(Map.class.getDeclaredMethods()));
        print("lambda", ((Runnable) () -> { }).getClass().getSimpleName().startsWith("Same$$Lambda"));
    }

    static void randoms() {
        print("random", new Random().nextLong() + " " + new SplittableRandom().nextLong());
        print("Math.random", Math.random());
        print("thread local", ThreadLocalRandom.current().nextLong());
    }

    // All have the same deadline.
    static void ties() throws Exception {
        long until = System.currentTimeMillis() + 50;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String name = "T" + i;
            threads.add(new Thread(() -> {
                LockSupport.parkUntil(until);
                order.add(name);
            }));
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        print("ties", order);
        order.clear();
    }

    static void orders() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            String name = "T" + i;
            Thread thread = new Thread(() -> {
                for (int turn = 0; turn < 3; turn++) {
                    synchronized (lock) {
                        order.add(name + "." + next++);
                    }
                    if (turn == 1) Thread.yield();
                    LockSupport.parkNanos((name.hashCode() & 7) * 100L);
                }
            }, name);
            threads.add(thread);
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        print("order", order);
        order.clear();

        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 20; i++) {
            int task = i;
            pool.execute(() -> {
                order.add(task + " on " + Thread.currentThread().getName());
                if (task % 3 == 0) Thread.yield();
            });
        }
        pool.shutdown();
        print("ends", pool.awaitTermination(1, TimeUnit.MINUTES));
        print("pool", order);
        order.clear();

        ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
        for (int delay : new int[] {30, 10, 20, 10}) timer.schedule(() -> order.add(delay + " ms on " + Thread.currentThread().getName()), delay, TimeUnit.MILLISECONDS);
        timer.shutdown();
        print("ends", timer.awaitTermination(1, TimeUnit.MINUTES));
        print("timer", order);

        BlockingQueue<Integer> pipe = new ArrayBlockingQueue<>(2);
        StringBuffer log = new StringBuffer();
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 10; i++) {
                    pipe.put(i);
                    log.append('p').append(i);
                }
            } catch (InterruptedException e) {
                log.append(e);
            }
        });
        producer.start();
        for (int i = 0; i < 10; i++) log.append('c').append(pipe.take());
        producer.join();
        print("pipe", log);
        print("common pool", CompletableFuture.supplyAsync(() -> Thread.currentThread().getName()).thenApply(String::toUpperCase).get());
        print("parallel", java.util.stream.IntStream.range(0, 1000).parallel().mapToObj(i -> Thread.currentThread().getName()).distinct().sorted().toList());
    }

    public static void main(String[] args) throws Exception {
        times();
        hashes();
        randoms();
        ties();
        orders();
        byte[][] garbage = new byte[64][];
        for (int i = 0; i < 20_000; i++) garbage[i & 63] = new byte[8192];
        print("milliseconds at the end", System.currentTimeMillis());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> print("hook at", System.nanoTime())));
    }
}
