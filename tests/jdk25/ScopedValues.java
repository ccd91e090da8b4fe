// JEP 506: scoped values.
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;

public class ScopedValues {
  static final ScopedValue<String> USER = ScopedValue.newInstance();
  static final ScopedValue<Integer> DEPTH = ScopedValue.newInstance();

  static int down(int left) {
    if (left == 0) return DEPTH.get();
    return ScopedValue.where(DEPTH, DEPTH.orElse(0) + 1).call(() -> down(left - 1));
  }
  static void overflow() { ScopedValue.where(DEPTH, 1).run(ScopedValues::overflow); }

  public static void main(String[] args) throws Exception {
    System.out.println(USER.isBound() + " " + USER.orElse("nobody"));
    try { USER.get(); } catch (NoSuchElementException e) { System.out.println(e.getClass().getSimpleName()); }
    ScopedValue.where(USER, "outer").where(DEPTH, 7).run(() -> {
      System.out.println(USER.get() + " " + DEPTH.get());
      ScopedValue.where(USER, "inner").run(() -> System.out.println(USER.get() + " " + DEPTH.get()));
      System.out.println(USER.get());
    });
    System.out.println(down(20) + " " + DEPTH.isBound());
    try {
      ScopedValue.where(USER, "x").run(() -> { throw new IllegalStateException(USER.get()); });
    } catch (IllegalStateException e) { System.out.println(e.getMessage() + " " + USER.isBound()); }
    for (int i = 0; i < 100; i++) {
      int number = i;
      ScopedValue.where(DEPTH, i).run(() -> { if (DEPTH.get() != number) System.out.println("wrong"); });
    }
    Thread thread = Thread.ofVirtual().start(() -> ScopedValue.where(USER, "virtual").run(() -> { System.gc(); System.out.println(USER.get()); }));
    thread.join();
    ScopedValue.where(USER, "main").run(() -> {
      Thread plain = new Thread(() -> System.out.println(USER.isBound()));
      plain.start();
      try { plain.join(); } catch (InterruptedException e) {}
    });
    try { overflow(); } catch (StackOverflowError e) { System.out.println("overflow " + DEPTH.isBound() + USER.isBound()); }
    System.out.println(ScopedValue.where(USER, "call").<String, Exception>call(() -> USER.get() + "ed"));
  }
}
