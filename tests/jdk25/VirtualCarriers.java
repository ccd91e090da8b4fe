// What belongs to a virtual thread and not to its carrier: identity, locals, scoped values, interrupts, the context loader.
// run: -Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.*;

public class VirtualCarriers {
  static final ThreadLocal<Integer> LOCAL = new ThreadLocal<>();
  static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();
  static final ScopedValue<String> SCOPED = ScopedValue.newInstance();

  static void yields() throws Exception {
    StringBuffer order = new StringBuffer();
    List<Thread> threads = new ArrayList<>();
    CountDownLatch go = new CountDownLatch(1);
    for (char c = 'a'; c < 'd'; c++) {
      char name = c;
      threads.add(Thread.ofVirtual().unstarted(() -> {
        for (int i = 0; i < 4; i++) {
          order.append(name);
          Thread.yield();
        }
      }));
    }
    // All of them are queued before the first one runs.
    Thread starter = Thread.startVirtualThread(() -> threads.forEach(Thread::start));
    starter.join();
    for (Thread thread : threads) thread.join();
    char[] sorted = order.toString().toCharArray();
    Arrays.sort(sorted);
    System.out.println(new String(sorted));
  }

  static void locals() throws Exception {
    int count = 200;
    AtomicInteger right = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    INHERITED.set("from main");
    for (int i = 0; i < count; i++) {
      int number = i;
      threads.add(Thread.ofVirtual().name("v" + i).start(() -> {
        LOCAL.set(number);
        ScopedValue.where(SCOPED, "s" + number).run(() -> {
          for (int k = 0; k < 3; k++) {
            Thread.yield();
            LockSupport.parkNanos(1_000_000);
            boolean same = LOCAL.get() == number && SCOPED.get().equals("s" + number) && Thread.currentThread().getName().equals("v" + number)
                && INHERITED.get().equals("from main");
            if (same) right.incrementAndGet();
          }
        });
        if (SCOPED.isBound()) System.out.println("still bound");
      }));
    }
    for (Thread thread : threads) thread.join();
    System.out.println("right " + right);
  }

  static void interrupts() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    Thread interrupted = Thread.startVirtualThread(() -> {
      Thread.currentThread().interrupt();
      Thread.yield();
      System.out.println("own flag " + Thread.currentThread().isInterrupted());
      done.countDown();
    });
    done.await();
    // The flag does not stay with the carrier.
    Thread.startVirtualThread(() -> System.out.println("next one " + Thread.currentThread().isInterrupted() + " " + Thread.interrupted())).join();
    interrupted.join();
  }

  static void overflow() throws Exception {
    Thread thread = Thread.startVirtualThread(() -> {
      for (int i = 0; i < 3; i++) {
        try {
          recurse(0);
        } catch (StackOverflowError e) {
          System.out.println("overflow " + SCOPED.isBound());
        }
        Thread.yield();
      }
      ScopedValue.where(SCOPED, "bound").run(() -> {
        try {
          recurse(0);
        } catch (StackOverflowError e) {
          System.out.println("still " + SCOPED.get());
        }
      });
    });
    thread.join();
  }

  static int recurse(int n) {
    return recurse(n + 1) + 1;
  }

  static void locks() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    Condition condition = lock.newCondition();
    int[] turn = {0};
    List<Thread> threads = new ArrayList<>();
    StringBuilder order = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      int mine = i;
      threads.add(Thread.startVirtualThread(() -> {
        lock.lock();
        try {
          while (turn[0] != mine) condition.awaitUninterruptibly();
          order.append(mine);
          turn[0]++;
          condition.signalAll();
        } finally {
          lock.unlock();
        }
      }));
    }
    for (Thread thread : threads) thread.join();
    System.out.println(order);
  }

  static void loaders() throws Exception {
    Thread.startVirtualThread(() -> {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      System.out.println(loader == ClassLoader.getSystemClassLoader());
      Thread.currentThread().setContextClassLoader(null);
      Thread.yield();
      System.out.println(Thread.currentThread().getContextClassLoader());
    }).join();
  }

  public static void main(String[] args) throws Exception {
    yields();
    locals();
    interrupts();
    overflow();
    locks();
    loaders();
  }
}
