// Thousands of virtual threads that sleep and park at the same time, while the collector works.
// run: -Xmx256m
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.LockSupport;

public class VirtualSleepers {
  public static void main(String[] args) throws Exception {
    int count = 10_000;
    AtomicInteger started = new AtomicInteger(), woken = new AtomicInteger();
    AtomicLong sum = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = i;
      threads.add(Thread.ofVirtual().start(() -> {
        String mine = "number " + number;
        started.incrementAndGet();
        try {
          Thread.sleep(Duration.ofMillis(500 + number % 500));
        } catch (InterruptedException e) {
          System.out.println("interrupted");
        }
        sum.addAndGet(mine.length());
        woken.incrementAndGet();
      }));
    }
    byte[][] garbage = new byte[64][];
    while (woken.get() < count) {
      for (int i = 0; i < 2000; i++) garbage[i % 64] = new byte[10_000];
      Thread.sleep(20);
    }
    for (Thread thread : threads) thread.join();
    System.out.println(started + " " + woken + " " + sum);

    List<Thread> parked = new ArrayList<>();
    CountDownLatch all = new CountDownLatch(count);
    AtomicBoolean open = new AtomicBoolean();
    for (int i = 0; i < count; i++) {
      parked.add(Thread.startVirtualThread(() -> {
        all.countDown();
        while (!open.get()) LockSupport.park();
      }));
    }
    all.await();
    System.gc();
    open.set(true);
    for (Thread thread : parked) LockSupport.unpark(thread);
    int terminated = 0;
    for (Thread thread : parked) {
      thread.join();
      if (thread.getState() == Thread.State.TERMINATED) terminated++;
    }
    System.out.println("terminated " + terminated);

    Thread sleeper = Thread.startVirtualThread(() -> {
      try {
        Thread.sleep(Duration.ofHours(1));
      } catch (InterruptedException e) {
        System.out.println("woken " + Thread.currentThread().isInterrupted());
      }
    });
    while (sleeper.getState() != Thread.State.TIMED_WAITING) Thread.sleep(1);
    sleeper.interrupt();
    sleeper.join();
    System.out.println(sleeper.join(Duration.ofSeconds(1)) + " " + sleeper.isAlive());
  }
}
