// A virtual thread that was notified needs the only carrier, which another one keeps while it waits for the same monitor.
// run: --add-exports java.base/jdk.internal.vm=ALL-UNNAMED -Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1
// javac: --add-exports java.base/jdk.internal.vm=ALL-UNNAMED
import jdk.internal.vm.Continuation;

public class PinnedAwakened {
  static final Object LOCK = new Object();
  static volatile boolean pinned;

  static void await(Thread thread, Thread.State state) throws InterruptedException {
    while (thread.getState() != state) {
      Thread.sleep(1);
    }
  }

  static void round(boolean all) throws InterruptedException {
    pinned = false;
    Thread waits = Thread.ofVirtual().start(() -> {
      synchronized (LOCK) {
        try {
          LOCK.wait();
        } catch (InterruptedException e) {
          System.out.println("interrupted");
        }
      }
    });
    await(waits, Thread.State.WAITING);
    Thread keeps;
    synchronized (LOCK) {
      keeps = Thread.ofVirtual().start(() -> {
        Continuation.pin();
        try {
          pinned = true;
          synchronized (LOCK) {
            pinned = false;
          }
        } finally {
          Continuation.unpin();
        }
      });
      while (!pinned) {
        Thread.onSpinWait();
      }
      await(keeps, Thread.State.BLOCKED);
      if (all) {
        LOCK.notifyAll();
      } else {
        LOCK.notify();
      }
    }
    keeps.join();
    waits.join();
    System.out.println("both have entered");
  }

  public static void main(String[] args) throws InterruptedException {
    round(false);
    round(true);
  }
}
