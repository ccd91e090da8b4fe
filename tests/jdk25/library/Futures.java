// Executors and futures of 19 to 25: state, resultNow, close, completions, time limits, cancelled pools, scheduled ones, phasers.
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

public class Futures {
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + (e instanceof RejectedExecutionException ? e.getClass() : e) + (e.getCause() != null ? " / " + e.getCause() : "")); } }

  public static void main(String[] args) throws Throwable {
    ExecutorService pool = Executors.newFixedThreadPool(3, Thread.ofPlatform().name("p", 0).factory());
    Future<Integer> good = pool.submit(() -> 42), bad = pool.submit(() -> { throw new java.io.IOException("task"); });
    CountDownLatch hold = new CountDownLatch(1);
    Future<?> waiting = pool.submit(() -> { hold.await(); return null; });
    good.get();
    while (!bad.isDone()) Thread.onSpinWait();
    System.out.println(good.state() + " " + good.resultNow() + " " + bad.state() + " " + bad.exceptionNow() + " " + waiting.state());
    attempt("result of failed", bad::resultNow);
    attempt("exception of good", good::exceptionNow);
    attempt("result of running", waiting::resultNow);
    attempt("get", bad::get);
    attempt("time limit", () -> waiting.get(20, TimeUnit.MILLISECONDS));
    System.out.println(waiting.cancel(true) + " " + waiting.state() + " " + waiting.isDone());
    attempt("cancelled", waiting::get);
    attempt("cancelled now", waiting::exceptionNow);
    attempt("all", () -> pool.invokeAll(List.of(() -> 1, () -> { throw new IllegalStateException(); }, () -> 3)).stream().map(f -> f.state().toString()).toList());
    attempt("any", () -> pool.invokeAny(List.of(() -> { throw new IllegalStateException(); }, () -> "first")));
    attempt("any of none", () -> pool.invokeAny(List.of(() -> { throw new IllegalStateException("each"); })));
    AtomicInteger ran = new AtomicInteger();
    try (ExecutorService closing = Executors.newCachedThreadPool()) { for (int i = 0; i < 20; i++) closing.submit(ran::incrementAndGet); }
    System.out.println(ran);
    pool.close();
    attempt("after close", () -> pool.submit(() -> 1));
    System.out.println(pool.isTerminated() + " " + pool.isShutdown());
    ExecutorService stuck = Executors.newSingleThreadExecutor();
    stuck.submit(() -> { try { Thread.sleep(100_000); } catch (InterruptedException e) { System.out.println("interrupted by close"); } });
    Thread closer = new Thread(stuck::close);
    closer.start();
    while (closer.getState() != Thread.State.TIMED_WAITING && closer.getState() != Thread.State.WAITING) Thread.onSpinWait();
    closer.interrupt();
    closer.join();

    CompletableFuture<String> chain = CompletableFuture.supplyAsync(() -> "a").thenApplyAsync(s -> s + "b").thenCompose(s -> CompletableFuture.supplyAsync(() -> s + "c")).thenCombine(CompletableFuture.completedFuture(1), (s, n) -> s + n);
    System.out.println(chain.get() + " " + chain.state() + " " + chain.resultNow());
    attempt("exceptionally", () -> CompletableFuture.supplyAsync(() -> { if (true) throw new IllegalStateException("x"); return 1; }).exceptionallyCompose(e -> CompletableFuture.completedFuture(e.getClass().getSimpleName().length())).join());
    attempt("handle", () -> CompletableFuture.failedFuture(new Error("e")).handle((r, e) -> r + " " + e).join());
    attempt("join", () -> CompletableFuture.failedFuture(new Error("e")).thenApply(x -> x).join());
    attempt("timeout", () -> new CompletableFuture<>().orTimeout(10, TimeUnit.MILLISECONDS).join());
    attempt("or else", () -> new CompletableFuture<>().completeOnTimeout("late", 10, TimeUnit.MILLISECONDS).join());
    attempt("all of", () -> { List<CompletableFuture<Integer>> all = IntStream.range(0, 50).mapToObj(i -> CompletableFuture.supplyAsync(() -> i)).toList(); CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join(); return all.stream().mapToInt(CompletableFuture::join).sum(); });
    try (ForkJoinPool fork = new ForkJoinPool(3)) {
      class Sum extends RecursiveTask<Long> {
        final long from, to;
        Sum(long from, long to) { this.from = from; this.to = to; }
        @Override protected Long compute() {
          if (to - from < 100) return LongStream.range(from, to).sum();
          Sum left = new Sum(from, (from + to) / 2), right = new Sum((from + to) / 2, to);
          left.fork();
          return right.compute() + left.join();
        }
      }
      System.out.println(fork.invoke(new Sum(0, 20_000)) + " " + fork.submit(() -> IntStream.range(0, 1000).parallel().map(i -> i % 7).sum()).get());
      System.out.println(fork.schedule(() -> "scheduled", 5, TimeUnit.MILLISECONDS).get());
      attempt("with time limit", () -> fork.submitWithTimeout(() -> { Thread.sleep(100_000); return "?"; }, 20, TimeUnit.MILLISECONDS, null).get());
      attempt("fork fails", () -> fork.submit(() -> { throw new IllegalStateException("in a fork"); }).get());
    }
    try (ScheduledExecutorService timer = Executors.newScheduledThreadPool(1)) {
      CountDownLatch three = new CountDownLatch(3);
      ScheduledFuture<?> every = timer.scheduleAtFixedRate(three::countDown, 0, 2, TimeUnit.MILLISECONDS);
      three.await();
      System.out.println(every.cancel(false) + " " + every.state());
    }
    Phaser phaser = new Phaser(1);
    CyclicBarrier barrier = new CyclicBarrier(3, () -> System.out.println("barrier"));
    Semaphore permits = new Semaphore(2, true);
    Exchanger<String> exchanger = new Exchanger<>();
    StampedLock stamped = new StampedLock();
    AtomicLong total = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int n = i;
      phaser.register();
      threads.add(Thread.ofPlatform().start(() -> {
        try {
          barrier.await();
          permits.acquire();
          long stamp = stamped.writeLock();
          total.addAndGet(n);
          stamped.unlockWrite(stamp);
          permits.release();
          phaser.arriveAndAwaitAdvance();
          if (n < 2) total.addAndGet(exchanger.exchange("x".repeat(n + 1)).length());
        } catch (Exception e) { System.out.println(e); }
      }));
    }
    phaser.arriveAndAwaitAdvance();
    for (Thread t : threads) t.join();
    System.out.println(total + " " + phaser.getPhase() + " " + permits.availablePermits() + " " + stamped.validate(stamped.tryOptimisticRead()));
    DelayQueue<Delayed> delays = new DelayQueue<>();
    System.out.println(delays.poll() + " " + new LinkedTransferQueue<>(List.of(1, 2)).poll(1, TimeUnit.SECONDS) + " " + new SynchronousQueue<>().offer(1, 1, TimeUnit.MILLISECONDS) + " " + new ConcurrentSkipListMap<>(Map.of(3, "c", 1, "a")).firstEntry());
  }
}
