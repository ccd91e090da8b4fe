import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

// Executor services: submit, invokeAll, invokeAny, exceptions through Future, cancel, scheduled tasks, shutdown, fork-join.
public class Executors1 {
    static class Fib extends RecursiveTask<Integer> {
        final int n;
        Fib(int n) { this.n = n; }
        @Override
        protected Integer compute() {
            if (n < 8) return n < 2 ? n : new Fib(n - 1).compute() + new Fib(n - 2).compute();
            Fib left = new Fib(n - 1);
            left.fork();
            return new Fib(n - 2).compute() + left.join();
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int k = i;
            futures.add(pool.submit(() -> IntStream.rangeClosed(0, k * 100).sum()));
        }
        for (Future<Integer> f : futures) System.out.print(f.get() + " ");
        System.out.println();
        Future<?> bad = pool.submit(() -> { throw new IllegalArgumentException("task"); });
        try {
            bad.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage() + " / " + e.getCause());
        }
        List<Callable<String>> calls = Stream.of("a", "b", "c").<Callable<String>>map(s -> () -> s + s).collect(Collectors.toList());
        System.out.println(pool.invokeAll(calls).stream().map(f -> {
            try {
                return f.get();
            } catch (Exception e) {
                return e.toString();
            }
        }).collect(Collectors.joining(",")) + " " + pool.invokeAny(List.of(() -> "any")));
        Future<?> stuck = pool.submit(() -> { new CountDownLatch(1).await(); return 1; });
        try {
            stuck.get(20, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout " + stuck.isDone() + " " + stuck.cancel(true) + " " + stuck.isCancelled());
        }
        try {
            stuck.get();
        } catch (CancellationException e) {
            System.out.println("cancelled");
        }
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS) + " " + pool.isTerminated());
        try {
            pool.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        CountDownLatch ticks = new CountDownLatch(3);
        timer.scheduleAtFixedRate(ticks::countDown, 1, 2, TimeUnit.MILLISECONDS);
        System.out.println(timer.schedule(() -> "later", 5, TimeUnit.MILLISECONDS).get() + " " + ticks.await(10, TimeUnit.SECONDS));
        timer.shutdownNow();
        ForkJoinPool fork = new ForkJoinPool(3);
        System.out.println(fork.invoke(new Fib(18))); // expect: 2584
        fork.shutdown();
        System.out.println(IntStream.range(0, 10000).parallel().filter(i -> i % 3 == 0).mapToLong(i -> i).sum()); // expect: 16668333
    }
}
