// Contended monitors. Enter: THREADS threads count one counter under one lock, MILLIS long. PingPong: pairs of threads pass a token to and fro
// by wait and notify. Between two locks a thread does a little work, now less and now more. Where that is next to nothing, a nanosecond decides
// whether two threads alternate or one runs while the other sleeps, and whether a thread is back before the one that it has notified: such a rate
// is one of the order of threads more than of the cost of a lock. So both tests are there again with more work, EnterApart and PingPongApart.
//   java Contended MILLIS THREADS...   prints "NAME THREADS OPERATIONS-A-SECOND" a line
public class Contended {
  static final class Counter {
    long value;
    synchronized void increment() { value++; }
  }

  static final class Token {
    boolean ping;

    synchronized boolean pass(boolean from, long end) throws InterruptedException {
      while (ping != from) {
        wait(10);
        if (System.nanoTime() > end) {
          return false;
        }
      }
      ping = !from;
      notify();
      return true;
    }
  }

  static void runAll(Thread[] threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  static int work(int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += i;
    }
    return sum;
  }

  static long enters(int count, int apart, long millis) throws InterruptedException {
    Counter counter = new Counter();
    long end = System.nanoTime() + millis * 1_000_000;
    Thread[] threads = new Thread[count];
    for (int t = 0; t < count; t++) {
      threads[t] = new Thread(() -> {
        for (int outside = 0; System.nanoTime() < end; outside = (outside + 1) % 8) {
          for (int i = 0; i < 1000; i++) {
            counter.increment();
            work(outside * apart);
          }
        }
      });
    }
    runAll(threads);
    return counter.value;
  }

  static long passes(int count, int apart, long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    long[] passed = new long[count];
    Thread[] threads = new Thread[count];
    for (int t = 0; t < count; t += 2) {
      Token token = new Token();
      for (int side = 0; side < 2; side++) {
        int me = t + side;
        threads[me] = new Thread(() -> {
          try {
            for (int outside = 0; System.nanoTime() < end && token.pass(me % 2 == 0, end); outside = (outside + 1) % 8) {
              passed[me]++;
              work(outside * apart);
            }
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
      }
    }
    runAll(threads);
    long all = 0;
    for (long one : passed) {
      all += one;
    }
    return all;
  }

  public static void main(String[] args) throws InterruptedException {
    long millis = Long.parseLong(args[0]);
    enters(2, 1, 50);
    for (int arg = 1; arg < args.length; arg++) {
      int threads = Integer.parseInt(args[arg]);
      System.out.println("Enter " + threads + " " + enters(threads, 1, millis) * 1000 / millis);
      System.out.println("EnterApart " + threads + " " + enters(threads, 16, millis) * 1000 / millis);
      System.out.println("PingPong " + threads + " " + passes(threads, 1, millis) * 1000 / millis);
      System.out.println("PingPongApart " + threads + " " + passes(threads, 16, millis) * 1000 / millis);
    }
  }
}
