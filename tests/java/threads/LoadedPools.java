import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.LongStream;

// java.util.concurrent with more threads than processors, each part with sums that only come out right if nothing is lost or done twice.
public class LoadedPools {
    static final int THREADS = 8;
    static final int ROUNDS = 300;

    interface Body { void run(int me) throws Exception; }

    static void inThreads(String what, Body body, Callable<Object> outcome) throws Exception {
        List<Thread> threads = new ArrayList<>();
        AtomicInteger failures = new AtomicInteger();
        for (int i = 0; i < THREADS; ++i) {
            int me = i;
            Thread thread = new Thread(() -> {
                try {
                    body.run(me);
                } catch (Throwable e) {
                    e.printStackTrace();
                    failures.incrementAndGet();
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(what + ": " + outcome.call() + ", failures " + failures);
    }

    static class Fibonacci extends RecursiveTask<Integer> {
        final int n;
        Fibonacci(int n) { this.n = n; }
        @Override protected Integer compute() {
            if (n < 2) return n;
            Fibonacci less = new Fibonacci(n - 1);
            less.fork();
            return new Fibonacci(n - 2).compute() + less.join();
        }
    }

    static class Sort extends RecursiveAction {
        final int[] numbers;
        final int from, to;
        Sort(int[] numbers, int from, int to) { this.numbers = numbers; this.from = from; this.to = to; }
        @Override protected void compute() {
            if (to - from < 100) {
                Arrays.sort(numbers, from, to);
                return;
            }
            int middle = (from + to) / 2;
            invokeAll(new Sort(numbers, from, middle), new Sort(numbers, middle, to));
            int[] merged = new int[to - from];
            for (int i = from, j = middle, k = 0; k < merged.length; ++k) {
                merged[k] = j >= to || (i < middle && numbers[i] <= numbers[j]) ? numbers[i++] : numbers[j++];
            }
            System.arraycopy(merged, 0, numbers, from, merged.length);
        }
    }

    static void forkJoin() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(THREADS);
        System.out.println("fork/join: " + pool.invoke(new Fibonacci(18)));
        int[] numbers = new Random(7).ints(20_000).toArray();
        int[] sorted = numbers.clone();
        Arrays.sort(sorted);
        pool.invoke(new Sort(numbers, 0, numbers.length));
        System.out.println("sorted: " + Arrays.equals(numbers, sorted));
        Arrays.parallelSort(numbers);
        System.out.println("parallel stream: " + pool.submit(() -> LongStream.rangeClosed(1, 30_000).parallel().map(x -> x * x).sum()).get());
        pool.shutdown();
        System.out.println("ended: " + pool.awaitTermination(60, TimeUnit.SECONDS));
    }

    static void executors() throws Exception {
        ExecutorService fixed = Executors.newFixedThreadPool(THREADS);
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 500; ++i) {
            int each = i;
            tasks.add(() -> each);
        }
        long sum = 0;
        for (Future<Integer> future : fixed.invokeAll(tasks)) sum += future.get();
        System.out.println("fixed: " + sum + ", any: " + (fixed.invokeAny(tasks) >= 0));
        fixed.shutdown();
        ExecutorService cached = Executors.newCachedThreadPool();
        CountDownLatch all = new CountDownLatch(100);
        for (int i = 0; i < 100; ++i) cached.execute(all::countDown);
        all.await();
        System.out.println("cached: " + cached.shutdownNow().size());
        ScheduledExecutorService timed = Executors.newScheduledThreadPool(3);
        AtomicInteger ticks = new AtomicInteger();
        CountDownLatch enough = new CountDownLatch(20);
        Future<?> periodic = timed.scheduleAtFixedRate(() -> { ticks.incrementAndGet(); enough.countDown(); }, 0, 1, TimeUnit.MILLISECONDS);
        enough.await();
        System.out.println("scheduled: " + periodic.cancel(false) + " " + (ticks.get() >= 20) + " " + timed.schedule(() -> "late", 2, TimeUnit.MILLISECONDS).get());
        timed.shutdown();
    }

    static void futures() throws Exception {
        CompletableFuture<Integer> chain = CompletableFuture.completedFuture(0);
        for (int i = 0; i < 200; ++i) chain = chain.thenCombineAsync(CompletableFuture.supplyAsync(() -> 1), Integer::sum);
        System.out.println("futures: " + chain.get());
        List<CompletableFuture<Integer>> some = new ArrayList<>();
        for (int i = 0; i < 100; ++i) {
            int each = i;
            some.add(CompletableFuture.supplyAsync(() -> {
                if (each % 10 == 3) throw new IllegalStateException("" + each);
                return each;
            }).handle((value, failure) -> failure == null ? value : -1000));
        }
        CompletableFuture.allOf(some.toArray(new CompletableFuture<?>[0])).join();
        System.out.println("handled: " + some.stream().mapToInt(CompletableFuture::join).sum());
        System.out.println("late: " + new CompletableFuture<String>().completeOnTimeout("time is up", 5, TimeUnit.MILLISECONDS).get());
    }

    static void locks() throws Exception {
        ReentrantLock fair = new ReentrantLock(true);
        int[] counter = new int[1];
        inThreads("fair lock", me -> { for (int i = 0; i < ROUNDS; ++i) { fair.lock(); try { ++counter[0]; } finally { fair.unlock(); } } }, () -> counter[0]);
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        long[] pair = new long[2];
        AtomicInteger torn = new AtomicInteger();
        inThreads("read and write", me -> {
            for (int i = 0; i < ROUNDS; ++i) {
                if (me % 2 == 0) {
                    both.writeLock().lock();
                    ++pair[0];
                    ++pair[1];
                    both.writeLock().unlock();
                } else {
                    both.readLock().lock();
                    if (pair[0] != pair[1]) torn.incrementAndGet();
                    both.readLock().unlock();
                }
            }
        }, () -> pair[0] + " torn " + torn);
        StampedLock stamped = new StampedLock();
        long[] twins = new long[2];
        inThreads("stamped", me -> {
            for (int i = 0; i < ROUNDS; ++i) {
                long stamp = stamped.tryOptimisticRead();
                long a = twins[0], b = twins[1];
                if (stamped.validate(stamp) && a != b) torn.incrementAndGet();
                stamp = stamped.writeLock();
                ++twins[0];
                ++twins[1];
                stamped.unlockWrite(stamp);
            }
        }, () -> twins[0] + " torn " + torn);
        Semaphore three = new Semaphore(3);
        AtomicInteger inside = new AtomicInteger(), most = new AtomicInteger();
        inThreads("semaphore", me -> {
            for (int i = 0; i < ROUNDS; ++i) {
                three.acquire();
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                inside.decrementAndGet();
                three.release();
            }
        }, () -> (most.get() <= 3) + " " + three.availablePermits());
        ReentrantLock guard = new ReentrantLock();
        Condition[] turn = new Condition[THREADS];
        Arrays.setAll(turn, i -> guard.newCondition());
        int[] next = new int[1];
        inThreads("conditions in turn", me -> {
            for (int i = 0; i < 50; ++i) {
                guard.lock();
                while (next[0] % THREADS != me) turn[me].await();
                ++next[0];
                turn[(me + 1) % THREADS].signal();
                guard.unlock();
            }
        }, () -> next[0]);
    }

    static void meetings() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        AtomicInteger[] arrived = new AtomicInteger[50];
        Arrays.setAll(arrived, i -> new AtomicInteger());
        AtomicInteger early = new AtomicInteger();
        inThreads("barrier", me -> {
            for (AtomicInteger each : arrived) {
                each.incrementAndGet();
                barrier.await();
                if (each.get() != THREADS) early.incrementAndGet();
            }
        }, () -> "early " + early);
        Phaser phaser = new Phaser(THREADS);
        AtomicLong sum = new AtomicLong();
        inThreads("phaser", me -> {
            for (int i = 0; i < 50; ++i) {
                sum.addAndGet(phaser.arriveAndAwaitAdvance());
            }
            phaser.arriveAndDeregister();
        }, () -> sum + " " + phaser.isTerminated());
        List<Exchanger<Integer>> exchangers = new ArrayList<>();  // one a pair: among more, two could be left that do not meet
        for (int i = 0; i < THREADS / 2; ++i) exchangers.add(new Exchanger<>());
        AtomicLong given = new AtomicLong(), taken = new AtomicLong();
        inThreads("exchanger", me -> {
            for (int i = 0; i < ROUNDS; ++i) {
                int mine = me * ROUNDS + i;
                given.addAndGet(mine);
                taken.addAndGet(exchangers.get(me / 2).exchange(mine));
            }
        }, () -> given.get() == taken.get());
        CyclicBarrier broken = new CyclicBarrier(THREADS + 1);
        AtomicInteger saw = new AtomicInteger();
        inThreads("broken barrier", me -> {
            try {
                if (me == 0) {
                    while (broken.getNumberWaiting() != THREADS - 1) Thread.yield();
                    broken.reset();
                } else {
                    broken.await();
                }
            } catch (BrokenBarrierException e) {
                saw.incrementAndGet();
            }
        }, saw::get);
    }

    static void collections() throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        ConcurrentSkipListMap<Integer, LongAdder> sorted = new ConcurrentSkipListMap<>();
        inThreads("maps", me -> {
            for (int i = 0; i < ROUNDS; ++i) {
                map.merge(i % 37, 1, Integer::sum);
                sorted.computeIfAbsent(i % 11, k -> new LongAdder()).increment();
            }
        }, () -> map.values().stream().mapToInt(x -> x).sum() + " " + sorted.values().stream().mapToLong(LongAdder::sum).sum() + " " + sorted.firstKey());
        SynchronousQueue<Integer> handOver = new SynchronousQueue<>(true);
        LinkedTransferQueue<Integer> transfer = new LinkedTransferQueue<>();
        AtomicLong received = new AtomicLong();
        inThreads("queues", me -> {
            for (int i = 0; i < ROUNDS; ++i) {
                switch (me % 4) {
                    case 0: handOver.put(i); break;
                    case 1: received.addAndGet(handOver.take()); break;
                    case 2: transfer.transfer(i); break;
                    default: received.addAndGet(transfer.take());
                }
            }
        }, received::get);
    }

    public static void main(String[] args) throws Exception {
        forkJoin();
        executors();
        futures();
        locks();
        meetings();
        collections();
    }
}
