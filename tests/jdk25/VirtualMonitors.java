// JEP 491: a virtual thread that waits for a monitor, or in Object.wait, does not hold its carrier. There is one carrier here.
// run: -Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class VirtualMonitors {
  static final Object LOCK = new Object();
  static int counter;

  static void await(Thread thread, Thread.State state) throws Exception {
    while (thread.getState() != state) Thread.sleep(1);
  }

  static void contendedEnter() throws Exception {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    Thread owner = Thread.ofVirtual().start(() -> {
      synchronized (LOCK) {
        order.add("owner in");
        try {
          Thread.sleep(100);
        } catch (InterruptedException e) {
        }
        order.add("owner holds " + Thread.holdsLock(LOCK));
      }
    });
    while (order.isEmpty()) Thread.sleep(1);
    Thread contender = Thread.ofVirtual().start(() -> {
      order.add("contender comes");
      synchronized (LOCK) {
        synchronized (LOCK) {
          order.add("contender in");
        }
      }
    });
    await(contender, Thread.State.BLOCKED);
    // The carrier is free for others.
    Thread.ofVirtual().start(() -> order.add("a third one runs")).join();
    owner.join();
    contender.join();
    System.out.println(order);
  }

  static void platformOwner() throws Exception {
    Thread blocked;
    synchronized (LOCK) {
      blocked = Thread.ofVirtual().start(() -> {
        synchronized (LOCK) {
          counter++;
        }
      });
      await(blocked, Thread.State.BLOCKED);
      System.out.println("blocked " + blocked.getStackTrace()[0].getMethodName());
      blocked.interrupt();
      System.out.println(blocked.getState() + " " + blocked.isInterrupted());
    }
    blocked.join();
    System.out.println("counter " + counter);
  }

  static void waitsAndNotifies() throws Exception {
    int count = 1000;
    AtomicInteger waiting = new AtomicInteger(), notified = new AtomicInteger();
    boolean[] open = {false};
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      threads.add(Thread.startVirtualThread(() -> {
        synchronized (LOCK) {
          waiting.incrementAndGet();
          while (!open[0]) {
            try {
              LOCK.wait();
            } catch (InterruptedException e) {
              System.out.println("interrupted");
            }
          }
          notified.incrementAndGet();
        }
      }));
    }
    while (waiting.get() < count) Thread.sleep(1);
    for (Thread thread : threads) await(thread, Thread.State.WAITING);
    synchronized (LOCK) {
      open[0] = true;
      LOCK.notify();
      LOCK.notifyAll();
    }
    for (Thread thread : threads) thread.join();
    System.out.println("notified " + notified);
  }

  static void timedWaits() throws Exception {
    Thread timed = Thread.startVirtualThread(() -> {
      synchronized (LOCK) {
        long begin = System.nanoTime();
        try {
          LOCK.wait(200);
          long millis = (System.nanoTime() - begin) / 1_000_000;
          System.out.println("timed out in time " + (millis >= 199 && millis < 10_000));
        } catch (InterruptedException e) {
          System.out.println("interrupted");
        }
      }
    });
    await(timed, Thread.State.TIMED_WAITING);
    timed.join();
    // A wait that ends while another thread has the monitor goes on to wait for it.
    Thread relocks = Thread.startVirtualThread(() -> {
      synchronized (LOCK) {
        try {
          LOCK.wait(50);
        } catch (InterruptedException e) {
        }
        System.out.println("has it again " + Thread.holdsLock(LOCK));
      }
    });
    await(relocks, Thread.State.TIMED_WAITING);
    synchronized (LOCK) {
      await(relocks, Thread.State.BLOCKED);
    }
    relocks.join();
  }

  static void interruptedWait() throws Exception {
    Thread waiter = Thread.startVirtualThread(() -> {
      synchronized (LOCK) {
        try {
          LOCK.wait();
          System.out.println("not interrupted");
        } catch (InterruptedException e) {
          System.out.println("interrupted " + Thread.currentThread().isInterrupted() + " " + Thread.holdsLock(LOCK) + " " + e.getMessage());
        }
      }
    });
    await(waiter, Thread.State.WAITING);
    waiter.interrupt();
    waiter.join();
    Thread early = Thread.startVirtualThread(() -> {
      Thread.currentThread().interrupt();
      synchronized (LOCK) {
        try {
          LOCK.wait();
        } catch (InterruptedException e) {
          System.out.println("at once " + Thread.currentThread().isInterrupted());
        }
      }
    });
    early.join();
    Thread notOwner = Thread.startVirtualThread(() -> {
      try {
        LOCK.notify();
      } catch (IllegalMonitorStateException e) {
        System.out.println(e.getMessage());
      }
    });
    notOwner.join();
  }

  static synchronized void addUp() {
    counter++;
    Thread.yield();
  }

  static void heldOverYields() throws Exception {
    counter = 0;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      threads.add(Thread.startVirtualThread(() -> {
        for (int k = 0; k < 5; k++) addUp();
      }));
    }
    for (Thread thread : threads) thread.join();
    System.out.println("counter " + counter);
  }

  static void pingPong() throws Exception {
    boolean[] ping = {true};
    StringBuilder text = new StringBuilder();
    Runnable[] sides = new Runnable[2];
    for (int side = 0; side < 2; side++) {
      boolean mine = side == 0;
      sides[side] = () -> {
        for (int i = 0; i < 300; i++) {
          synchronized (LOCK) {
            while (ping[0] != mine) {
              try {
                LOCK.wait();
              } catch (InterruptedException e) {
              }
            }
            text.append(mine ? "i" : "o");
            ping[0] = !mine;
            LOCK.notifyAll();
          }
        }
      };
    }
    Thread one = Thread.startVirtualThread(sides[0]), two = new Thread(sides[1]);
    two.start();
    one.join();
    two.join();
    System.out.println(text.length() + " " + text.substring(0, 10) + " " + text.toString().equals("io".repeat(300)));
  }

  public static void main(String[] args) throws Exception {
    contendedEnter();
    platformOwner();
    waitsAndNotifies();
    timedWaits();
    interruptedWait();
    heldOverYields();
    pingPong();
  }
}
