// JEP 444: virtual threads.
// run: -XX:+UnlockExperimentalVMOptions -XX:-VMContinuations
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.*;

public class VirtualThreads {
  static int counter;
  static final Object LOCK = new Object();
  static final ThreadLocal<String> LOCAL = ThreadLocal.withInitial(() -> "initial");

  public static void main(String[] args) throws Exception {
    Thread one = Thread.ofVirtual().name("one").start(() -> {
      Thread self = Thread.currentThread();
      System.out.println(self.getName() + " " + self.isVirtual() + " " + self.isDaemon() + " " + self.getPriority() + " " + self.getThreadGroup().getName());
      LOCAL.set("mine");
      System.out.println(LOCAL.get());
    });
    one.join();
    System.out.println(LOCAL.get() + " " + one.getState() + " " + one.isAlive());

    Thread unstarted = Thread.ofVirtual().name("n-", 5).unstarted(() -> {});
    System.out.println(unstarted.getName() + " " + unstarted.getState());
    unstarted.start();
    unstarted.join(Duration.ofSeconds(5));

    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> futures = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        int number = i;
        futures.add(executor.submit(() -> {
          Thread.sleep(Duration.ofMillis(number % 7));
          return number;
        }));
      }
      int sum = 0;
      for (Future<Integer> future : futures) sum += future.get();
      System.out.println("sum " + sum + " " + futures.getFirst().state());
    }

    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 50; i++) {
      threads.add(Thread.startVirtualThread(() -> {
        for (int k = 0; k < 100; k++) synchronized (LOCK) { counter++; }
      }));
    }
    for (Thread thread : threads) thread.join();
    System.out.println("counter " + counter);

    boolean[] ready = {false};
    Thread waiter = Thread.ofVirtual().start(() -> {
      synchronized (LOCK) {
        while (!ready[0]) {
          try { LOCK.wait(); } catch (InterruptedException e) { System.out.println("interrupted"); return; }
        }
      }
      System.out.println("notified");
    });
    synchronized (LOCK) { ready[0] = true; LOCK.notifyAll(); }
    waiter.join();

    Thread sleeper = Thread.ofVirtual().start(() -> {
      try { Thread.sleep(60_000); } catch (InterruptedException e) { System.out.println(e.getMessage() + " " + Thread.currentThread().isInterrupted()); }
    });
    sleeper.interrupt();
    sleeper.join();

    Thread parker = Thread.ofVirtual().start(() -> { LockSupport.park(); System.out.println("unparked"); });
    LockSupport.unpark(parker);
    parker.join();

    var lock = new ReentrantLock();
    var condition = lock.newCondition();
    var turns = new AtomicInteger();
    Runnable pingPong = () -> {
      for (int i = 0; i < 20; i++) {
        lock.lock();
        try { turns.incrementAndGet(); condition.signalAll(); } finally { lock.unlock(); }
        Thread.yield();
      }
    };
    Thread a = Thread.startVirtualThread(pingPong);
    Thread b = Thread.startVirtualThread(pingPong);
    a.join();
    b.join();
    System.out.println("turns " + turns);

    var queue = new SynchronousQueue<String>();
    Thread.startVirtualThread(() -> { try { queue.put("handed"); } catch (InterruptedException e) {} });
    System.out.println(queue.take());

    Thread dead = Thread.ofVirtual().name("dead").uncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + ": " + e)).start(() -> { throw new RuntimeException("uncaught"); });
    dead.join();
    try { dead.setDaemon(false); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    System.out.println(Thread.getAllStackTraces().keySet().stream().noneMatch(Thread::isVirtual));
    System.out.println(Thread.ofVirtual().factory().newThread(() -> {}).isVirtual());
  }
}
