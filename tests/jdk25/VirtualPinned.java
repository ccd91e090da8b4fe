// A virtual thread that cannot leave its carrier blocks it: in a class initializer, and in a critical section.
// run: --add-exports java.base/jdk.internal.vm=ALL-UNNAMED -Djdk.virtualThreadScheduler.parallelism=2 -Djdk.virtualThreadScheduler.maxPoolSize=2
// javac: --add-exports java.base/jdk.internal.vm=ALL-UNNAMED
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;
import jdk.internal.vm.Continuation;

public class VirtualPinned {
  static final Object LOCK = new Object();
  static volatile boolean entered;

  static class Slow {
    static final int VALUE;
    static {
      entered = true;
      try {
        Thread.sleep(200);
      } catch (InterruptedException e) {
      }
      VALUE = 42;
    }
  }

  static String carrier() {
    return Thread.currentThread().toString().replaceAll(".*@", "");
  }

  static void await(Thread thread, Thread.State state) throws Exception {
    while (thread.getState() != state) Thread.sleep(1);
  }

  static void initializer() throws Exception {
    List<Thread> threads = new ArrayList<>();
    ConcurrentLinkedQueue<Integer> values = new ConcurrentLinkedQueue<>();
    threads.add(Thread.startVirtualThread(() -> values.add(Slow.VALUE)));
    while (!entered) Thread.sleep(1);
    for (int i = 0; i < 20; i++) threads.add(Thread.startVirtualThread(() -> values.add(Slow.VALUE)));
    for (Thread thread : threads) thread.join();
    System.out.println(values.size() + " " + new HashSet<>(values));
  }

  static void pinnedPark() throws Exception {
    Thread thread = Thread.startVirtualThread(() -> {
      Continuation.pin();
      String before = carrier();
      LockSupport.park();
      System.out.println("same carrier " + before.equals(carrier()));
      LockSupport.parkNanos(50_000_000);
      Continuation.unpin();
    });
    await(thread, Thread.State.WAITING);
    LockSupport.unpark(thread);
    thread.join();
  }

  static void pinnedSleep() throws Exception {
    Thread thread = Thread.startVirtualThread(() -> {
      Continuation.pin();
      try {
        Thread.sleep(1_000_000);
      } catch (InterruptedException e) {
        System.out.println("interrupted " + Thread.currentThread().isInterrupted());
      } finally {
        Continuation.unpin();
      }
    });
    await(thread, Thread.State.TIMED_WAITING);
    thread.interrupt();
    thread.join();
  }

  static void pinnedMonitors() throws Exception {
    Thread waiter = Thread.startVirtualThread(() -> {
      Continuation.pin();
      synchronized (LOCK) {
        try {
          LOCK.wait();
          System.out.println("notified");
          LOCK.wait();
        } catch (InterruptedException e) {
          System.out.println("interrupted in wait");
        }
      }
      Continuation.unpin();
    });
    await(waiter, Thread.State.WAITING);
    synchronized (LOCK) {
      LOCK.notify();
    }
    Thread.sleep(20);
    await(waiter, Thread.State.WAITING);
    waiter.interrupt();
    waiter.join();
    Thread contender;
    synchronized (LOCK) {
      contender = Thread.startVirtualThread(() -> {
        Continuation.pin();
        synchronized (LOCK) {
          System.out.println("entered");
        }
        Continuation.unpin();
      });
      await(contender, Thread.State.BLOCKED);
      // The other carrier is free.
      Thread.startVirtualThread(() -> System.out.println("another one")).join();
    }
    contender.join();
  }

  public static void main(String[] args) throws Exception {
    initializer();
    pinnedPark();
    pinnedSleep();
    pinnedMonitors();
  }
}
