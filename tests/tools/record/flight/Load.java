// Gives a flight recording something of everything: a thread that computes, one that waits for a monitor, waits, sleeps and parks that
// are longer than the threshold, exceptions, allocations, collections.
//   java Load MILLIS     prints "done", and with a second argument reads a byte then
public class Load {
  static final class Gate {}

  static volatile long sum;
  static Object kept;

  static void computeHard(long end) {
    while (System.nanoTime() < end) {
      for (int i = 0; i < 1000; i++) {
        sum += i * 31L % 7;
      }
    }
  }

  static void fail(int i) {
    try {
      throw new IllegalStateException(i < 9 ? "number " + i : "\u00e4".repeat(600));
    } catch (IllegalStateException e) {
      sum++;
    }
  }

  static void hold(Gate gate) throws InterruptedException {
    Thread blocked = new Thread(() -> enterLate(gate), "blocked");
    synchronized (gate) {
      blocked.start();
      while (blocked.getState() != Thread.State.BLOCKED) {
        Thread.sleep(1);
      }
      Thread.sleep(60);
    }
    blocked.join();
  }

  static void enterLate(Gate gate) {
    synchronized (gate) {
      sum++;
    }
  }

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000;
    Thread worker = new Thread(() -> computeHard(end), "worker");
    worker.start();
    Gate gate = new Gate();
    hold(gate);
    synchronized (gate) {
      gate.wait(50);
    }
    java.util.concurrent.locks.LockSupport.parkNanos(gate, 40_000_000);
    for (int i = 0; i < 10; i++) {
      fail(i);
    }
    for (int i = 0; i < 3000; i++) {
      kept = new byte[16 * 1024];
    }
    System.gc();
    worker.join();
    System.out.println("done");
    if (args.length > 1) {
      System.in.read();
    }
  }
}
