// run: -Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1
// A virtual thread that has left its carrier stands first in a monitor's queue, a pinned one behind it has the only carrier.
public class PinnedQueue {
  static final Object lock = new Object();
  static class Pins {
    static { synchronized (lock) { System.out.println("pinned"); } }
  }
  static void awaitBlocked(Thread thread) throws InterruptedException {
    while (thread.getState() != Thread.State.BLOCKED) Thread.sleep(1);
  }
  public static void main(String[] args) throws Exception {
    Thread away, pinned;
    synchronized (lock) {
      away = Thread.startVirtualThread(() -> { synchronized (lock) { System.out.println("away"); } });
      awaitBlocked(away);
      pinned = Thread.startVirtualThread(Pins::new);
      awaitBlocked(pinned);
    }
    away.join();
    pinned.join();
    System.out.println("both");
  }
}
