// Virtual and platform threads together: monitors, waits with and without a time, interrupts, parks, yields, stack traces, collections.
// Each thread does its share, whatever the others do to it; a wake-up that is lost hangs the program.
// run: -Xmx128m
// slow: 2
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.LockSupport;

public class VirtualMix {
  static final int THREADS = 120, ROUNDS = 60;
  static final Object[] LOCKS = {new Object(), new Object(), new Object()};
  static final int[] COUNTS = new int[LOCKS.length];
  static final AtomicInteger ENDED = new AtomicInteger();

  static void work(int number) {
    Random random = new Random(number);
    for (int i = 0; i < ROUNDS; i++) {
      int which = random.nextInt(LOCKS.length);
      synchronized (LOCKS[which]) {
        int before = COUNTS[which];
        switch (random.nextInt(6)) {
          case 0 -> Thread.yield();
          case 1 -> LockSupport.parkNanos(100_000);
          case 2 -> nested(which);
          default -> {}
        }
        if (COUNTS[which] != before) throw new IllegalStateException("another thread was inside");
        COUNTS[which] = before + 1;
        try {
          switch (random.nextInt(6)) {
            case 0 -> LOCKS[which].wait(1 + random.nextInt(3));
            case 1 -> LOCKS[which].notify();
            case 2 -> LOCKS[which].notifyAll();
            default -> {}
          }
        } catch (InterruptedException e) {
          // by the main thread
        }
        if (!Thread.holdsLock(LOCKS[which])) throw new IllegalStateException("does not own it after the wait");
      }
      try {
        if (random.nextInt(4) == 0) Thread.sleep(1);
      } catch (InterruptedException e) {
      }
      byte[] garbage = new byte[2000 + random.nextInt(3000)];
      garbage[0] = 1;
    }
    ENDED.incrementAndGet();
  }

  // Always the next lock, so that no two threads wait for each other.
  static void nested(int which) {
    if (which + 1 < LOCKS.length) {
      synchronized (LOCKS[which + 1]) {
        COUNTS[which + 1]++;
        COUNTS[which + 1]--;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      Runnable task = () -> work(number);
      threads.add(i % 10 == 0 ? new Thread(task) : Thread.ofVirtual().unstarted(task));
    }
    for (Thread thread : threads) thread.start();
    Random random = new Random(7);
    int traces = 0;
    while (ENDED.get() < THREADS) {
      Thread thread = threads.get(random.nextInt(THREADS));
      switch (random.nextInt(4)) {
        case 0 -> thread.interrupt();
        case 1 -> traces += thread.getStackTrace().length >= 0 ? 1 : 0;
        case 2 -> LockSupport.unpark(thread);
        default -> {
          if (random.nextInt(20) == 0) System.gc();
          Thread.sleep(0, 200_000);
        }
      }
    }
    for (Thread thread : threads) thread.join();
    System.out.println(Arrays.stream(COUNTS).sum() + " " + (traces > 0));
  }
}
