// A run of known shape: two threads pass a token ROUNDS times by wait and notify, then all but one of THREADS threads wait for one
// monitor, whose owner sleeps; then the heap is collected. Each part leaves arrows and slices that can be counted.
//   java Known ROUNDS THREADS
public class Known {
  static final class Gate {}

  static final class Token {
    boolean ping;

    synchronized void pass(boolean from) throws InterruptedException {
      while (ping != from) {
        wait();
      }
      ping = !from;
      notify();
    }
  }

  static void play(int rounds) throws InterruptedException {
    Token token = new Token();
    Thread pong = new Thread(() -> passAll(token, true, rounds), "pong");
    pong.start();
    passAll(token, false, rounds);
    pong.join();
  }

  static void passAll(Token token, boolean from, int rounds) {
    try {
      for (int i = 0; i < rounds; i++) {
        token.pass(from);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static void queue(int threads) throws InterruptedException {
    Gate gate = new Gate();
    Thread[] all = new Thread[threads - 1];
    synchronized (gate) {
      for (int i = 0; i < all.length; i++) {
        all[i] = new Thread(() -> {
          synchronized (gate) {
            Thread.yield();
          }
        }, "queued " + i);
        all[i].start();
      }
      for (Thread thread : all) {
        while (thread.getState() != Thread.State.BLOCKED) {
          Thread.sleep(1);
        }
      }
    }
    for (Thread thread : all) {
      thread.join();
    }
  }

  public static void main(String[] args) throws Exception {
    play(Integer.parseInt(args[0]));
    queue(Integer.parseInt(args[1]));
    java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
    System.gc();
    byte[][] kept = new byte[64][];
    for (int i = 0; i < 4000; i++) {
      kept[i % kept.length] = new byte[16 * 1024];
    }
    try {
      throw new IllegalStateException("</script><img src=x onerror=alert(1)>");
    } catch (IllegalStateException e) {
      System.out.println("done " + kept.length);
    }
    if (args.length > 2) {
      System.in.read();
    }
  }
}
