import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

// Executors under load: scheduled and periodic tasks, rejections, cancellation, fork/join, completable futures, flows, shutdown in both ways.
public class Pools {
    static class Sum extends RecursiveTask<Long> {
        final int from, to;
        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }
        protected Long compute() {
            if (to - from < 100) {
                return IntStream.range(from, to).asLongStream().sum();
            }
            int middle = (from + to) >>> 1;
            Sum left = new Sum(from, middle);
            left.fork();
            return new Sum(middle, to).compute() + left.join();
        }
    }

    public static void main(String[] args) throws Exception {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(2);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch earlyRan = new CountDownLatch(1);  // on a slow machine both are due at once, and there are two threads
        ScheduledFuture<String> late = timer.schedule(() -> {
            earlyRan.await();
            order.add("late");
            return "value";
        }, 80, TimeUnit.MILLISECONDS);
        timer.schedule(() -> {
            order.add("early");
            earlyRan.countDown();
        }, 5, TimeUnit.MILLISECONDS);
        CountDownLatch ticks = new CountDownLatch(4);
        ScheduledFuture<?> periodic = timer.scheduleAtFixedRate(ticks::countDown, 0, 3, TimeUnit.MILLISECONDS);
        System.out.println(ticks.await(20, TimeUnit.SECONDS) + " " + late.get() + " " + order + " " + periodic.cancel(false) + " " + periodic.isCancelled());
        ScheduledFuture<?> failing = timer.scheduleWithFixedDelay(() -> {
            throw new IllegalStateException("stops the series");
        }, 0, 1, TimeUnit.MILLISECONDS);
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getMessage());
        }
        timer.shutdown();
        System.out.println(timer.awaitTermination(20, TimeUnit.SECONDS) + " " + timer.isTerminated());
        try {
            timer.submit(() -> {});
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }

        CountDownLatch hold = new CountDownLatch(1);
        ThreadPoolExecutor small = new ThreadPoolExecutor(1, 2, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy());
        for (int i = 0; i < 3; i++) {
            small.execute(() -> {
                try {
                    hold.await();
                } catch (InterruptedException e) {
                    order.add("interrupted");
                }
            });
        }
        small.execute(() -> System.out.println("by " + Thread.currentThread().getName()));
        System.out.println(small.getPoolSize() + " " + small.getQueue().size() + " " + small.getActiveCount());
        System.out.println(small.shutdownNow().size() + " " + small.awaitTermination(20, TimeUnit.SECONDS) + " " + order.stream().filter("interrupted"::equals).count());

        System.out.println(new ForkJoinPool(4).invoke(new Sum(0, 100_000)) + " " + IntStream.range(0, 50_000).parallel().filter(i -> i % 7 == 0).count());
        CompletableFuture<Integer> base = new CompletableFuture<>();
        CompletableFuture<String> chain = base.thenApplyAsync(i -> i * 2).thenCombine(CompletableFuture.supplyAsync(() -> "x"), (i, x) -> x.repeat(i)).handle((value, thrown) -> value + thrown);
        base.complete(2);
        System.out.println(chain.get(20, TimeUnit.SECONDS));
        try {
            new CompletableFuture<String>().orTimeout(20, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            System.out.println(e.getCause());
        }
        System.out.println(new CompletableFuture<String>().completeOnTimeout("default", 5, TimeUnit.MILLISECONDS).join());
        ExecutorService pool = Executors.newWorkStealingPool(3);
        System.out.println(pool.invokeAll(IntStream.range(0, 10).<Callable<Integer>>mapToObj(i -> () -> i * i).toList()).stream().mapToInt(f -> {
            try {
                return f.get();
            } catch (Exception e) {
                return -1;
            }
        }).sum() + " " + pool.invokeAny(List.of(() -> "any")));

        SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(pool, 8);
        AtomicInteger received = new AtomicInteger();
        CompletableFuture<Void> consumed = publisher.consume(received::addAndGet);
        IntStream.rangeClosed(1, 100).forEach(publisher::submit);
        publisher.close();
        consumed.get(20, TimeUnit.SECONDS);
        System.out.println(received);
        StampedLock stamped = new StampedLock();
        long stamp = stamped.tryOptimisticRead();
        System.out.println(stamped.validate(stamp) + " " + stamped.isWriteLocked() + " " + (stamped.tryConvertToWriteLock(stamp) != 0) + " " + stamped.validate(stamp));
    }
}
