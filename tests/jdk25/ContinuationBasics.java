// jdk.internal.vm.Continuation: runs, yields, ends, nests, throws.
// run: --add-exports java.base/jdk.internal.vm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.vm=ALL-UNNAMED
import java.util.*;
import jdk.internal.vm.*;

public class ContinuationBasics {
  static final ContinuationScope OUTER = new ContinuationScope("outer"), INNER = new ContinuationScope("inner");

  static void counts() {
    int[] sum = {0};
    Continuation counter = new Continuation(OUTER, () -> {
      for (int i = 1; i <= 5; i++) {
        sum[0] += i;
        System.out.println("yields " + i + " " + Continuation.yield(OUTER));
      }
    });
    int runs = 0;
    while (!counter.isDone()) {
      counter.run();
      System.out.println("run " + ++runs + " sum " + sum[0] + " done " + counter.isDone() + " " + counter.isPreempted());
    }
    try {
      counter.run();
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }

  static void nests() {
    StringBuilder text = new StringBuilder();
    Continuation outer = new Continuation(OUTER, () -> {
      Continuation inner = new Continuation(INNER, () -> {
        text.append("a");
        Continuation.yield(INNER);
        text.append("b");
        Continuation.yield(OUTER);
        text.append("c");
        Continuation.yield(INNER);
        text.append("d");
      });
      while (!inner.isDone()) {
        inner.run();
        text.append("|");
        Continuation.yield(OUTER);
        text.append(".");
      }
    });
    while (!outer.isDone()) {
      outer.run();
      text.append("/");
    }
    System.out.println(text);
  }

  static void throwsOut() {
    Continuation bad = new Continuation(OUTER, () -> {
      Continuation.yield(OUTER);
      throw new IllegalArgumentException("from inside");
    });
    bad.run();
    try {
      bad.run();
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage() + " " + bad.isDone() + " " + e.getStackTrace()[0].getMethodName());
    }
    try {
      Continuation.yield(INNER);
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }

  static int deep(int n) {
    if (n == 0) {
      Continuation.yield(OUTER);
      return 0;
    }
    return 1 + deep(n - 1);
  }

  static void deepStacks() {
    int[] result = new int[2];
    Continuation many = new Continuation(OUTER, () -> {
      result[0] = deep(3000);
      try {
        result[1] = overflow(0);
      } catch (StackOverflowError e) {
        System.out.println("overflow");
      }
    });
    many.run();
    System.gc();
    many.run();
    System.out.println(result[0] + " " + many.isDone());
  }

  static int overflow(int n) {
    return overflow(n + 1) + 1;
  }

  static void sameThread() {
    Thread main = Thread.currentThread();
    ThreadLocal<String> local = new ThreadLocal<>();
    local.set("of main");
    Continuation here = new Continuation(OUTER, () -> {
      System.out.println((Thread.currentThread() == main) + " " + local.get() + " " + Thread.currentThread().getName());
      System.out.println(Continuation.getCurrentContinuation(OUTER) != null);
      System.out.println(Continuation.getCurrentContinuation(INNER) != null);
    });
    here.run();
    System.out.println(Continuation.getCurrentContinuation(OUTER));
  }

  static void manyAlive() {
    List<Continuation> all = new ArrayList<>();
    long[] sum = {0};
    for (int i = 0; i < 2000; i++) {
      int number = i;
      all.add(new Continuation(OUTER, () -> {
        int[] mine = new int[100];
        for (int round = 0; round < 5; round++) {
          mine[round] = number;
          Continuation.yield(OUTER);
          sum[0] += mine[round];
        }
      }));
    }
    Random random = new Random(42);
    while (!all.isEmpty()) {
      int at = random.nextInt(all.size());
      all.get(at).run();
      if (all.get(at).isDone()) {
        all.set(at, all.getLast());
        all.removeLast();
      }
      if (all.size() % 500 == 7) System.gc();
    }
    System.out.println("sum " + sum[0]);
  }

  public static void main(String[] args) {
    counts();
    nests();
    throwsOut();
    deepStacks();
    sameThread();
    manyAlive();
  }
}
