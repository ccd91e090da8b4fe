// JEP 505 (preview in 25): structured concurrency; JEP 502: stable values; JEP 507: primitive patterns.
// run: --enable-preview
// javac: --enable-preview --release 25
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.*;
import java.util.function.Supplier;

public class Structured {
  static final StableValue<String> STABLE = StableValue.of();
  static final Supplier<Integer> LAZY = StableValue.supplier(() -> { System.out.println("computed"); return 42; });

  static String kind(int value) {
    return switch (value) { case 0 -> "zero"; case byte b -> "byte " + b; case char c -> "char " + (int) c; case int i -> "int " + i; };
  }

  public static void main(String[] args) throws Exception {
    try (var scope = StructuredTaskScope.open()) {
      Subtask<String> a = scope.fork(() -> "a");
      Subtask<Integer> b = scope.fork(() -> 2);
      scope.join();
      System.out.println(a.get() + b.get() + " " + a.state());
    }
    try (var scope = StructuredTaskScope.open(Joiner.<String>anySuccessfulResultOrThrow())) {
      scope.fork(() -> "first");
      System.out.println(scope.join());
    }
    try (var scope = StructuredTaskScope.open()) {
      scope.fork(() -> { throw new IllegalStateException("failed"); });
      scope.join();
    } catch (FailedException e) { System.out.println(e.getCause()); }
    System.out.println(STABLE.trySet("once") + " " + STABLE.trySet("twice") + " " + STABLE.orElseThrow());
    System.out.println(LAZY.get() + LAZY.get());
    System.out.println(kind(0) + ", " + kind(5) + ", " + kind(300) + ", " + kind(100_000));
    if (3.0 instanceof int i) System.out.println("whole " + i);
  }
}
