// JEP 506 with JEP 505 (preview): bindings of scoped values in subtasks, rebinding, depth, stack overflow, exceptions, wrong order of scopes.
// run: --enable-preview
// javac: --enable-preview --release 25
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.StructuredTaskScope.*;
import java.util.stream.*;

public class ScopedBindings {
  static final ScopedValue<String> NAME = ScopedValue.newInstance();
  static final ScopedValue<Integer> DEPTH = ScopedValue.newInstance();
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + e + (e.getCause() != null ? " / " + e.getCause() : "")); } }

  static int nest(int n) {
    if (n == 0) return DEPTH.get();
    return ScopedValue.where(DEPTH, n).call(() -> nest(n - 1) + DEPTH.get());
  }
  static int overflow() { return ScopedValue.where(DEPTH, 1).call(() -> overflow() + 1); }

  public static void main(String[] args) throws Throwable {
    attempt("not bound", NAME::get);
    attempt("or else", () -> NAME.orElse("else") + NAME.isBound());
    attempt("or throw", () -> NAME.orElseThrow(() -> new IllegalStateException("own")));
    ScopedValue.where(NAME, "outer").where(DEPTH, 5).run(() -> {
      System.out.println(NAME.get() + DEPTH.get());
      ScopedValue.where(NAME, "inner").run(() -> System.out.println(NAME.get() + DEPTH.get()));
      attempt("fails", () -> ScopedValue.where(NAME, "failing").call(() -> { throw new java.io.IOException(NAME.get()); }));
      System.out.println(NAME.get());
      attempt("overflow", () -> { try { return overflow(); } catch (StackOverflowError e) { return "stack overflow, then " + NAME.get() + DEPTH.get(); } });
      Thread plain = new Thread(() -> System.out.println("a plain thread: " + NAME.isBound()));
      plain.start();
      try { plain.join(); } catch (InterruptedException e) { System.out.println(e); }
      attempt("subtasks", () -> {
        try (var scope = StructuredTaskScope.open(Joiner.<String>allSuccessfulOrThrow())) {
          for (int i = 0; i < 20; i++) { int n = i; scope.fork(() -> ScopedValue.where(DEPTH, n).call(() -> NAME.get() + DEPTH.get() + nest(3))); }
          return scope.join().map(Subtask::get).collect(Collectors.joining(","));
        }
      });
      attempt("nested scopes", () -> {
        try (var scope = StructuredTaskScope.open(Joiner.<Object>allSuccessfulOrThrow())) {
          scope.fork(() -> ScopedValue.where(NAME, "sub").call(() -> { try (var inner = StructuredTaskScope.open()) { Subtask<String> t = inner.fork(() -> NAME.get() + DEPTH.get()); inner.join(); return t.get(); } }));
          return scope.join().map(Subtask::get).toList();
        }
      });
      attempt("rebound after open", () -> { try (var scope = StructuredTaskScope.open()) { return ScopedValue.where(NAME, "late").call(() -> scope.fork(() -> 1)); } });
    });
    System.out.println(nest(50) + " " + DEPTH.isBound());
    ScopedValue.where(NAME, null).run(() -> System.out.println(NAME.get() + " " + NAME.isBound()));
    attempt("null key", () -> ScopedValue.where(null, 1));
    attempt("null task", () -> { ScopedValue.where(NAME, "x").run(null); return "?"; });
    for (int n : new int[] {1, 16, 17, 40}) {
      List<ScopedValue<Integer>> many = new ArrayList<>();
      ScopedValue.Carrier carrier = ScopedValue.where(NAME, "many");
      for (int i = 0; i < n; i++) { many.add(ScopedValue.newInstance()); carrier = carrier.where(many.get(i), i); }
      System.out.println(carrier.<Integer, RuntimeException>call(() -> many.stream().mapToInt(ScopedValue::get).sum()) + " " + carrier.get(many.get(n - 1)));
    }
    // Joiners, time limits, failures, misuse.
    attempt("any", () -> { try (var scope = StructuredTaskScope.open(Joiner.<String>anySuccessfulResultOrThrow())) { scope.fork(() -> { throw new IllegalStateException(); }); scope.fork(() -> "good"); return scope.join(); } });
    attempt("any of none", () -> { try (var scope = StructuredTaskScope.open(Joiner.<String>anySuccessfulResultOrThrow())) { return scope.join(); } });
    attempt("all fail", () -> { try (var scope = StructuredTaskScope.open(Joiner.<String>anySuccessfulResultOrThrow())) { scope.fork(() -> { throw new IllegalStateException("only"); }); return scope.join(); } });
    attempt("cancelled", () -> { try (var scope = StructuredTaskScope.open(Joiner.awaitAllSuccessfulOrThrow())) { Subtask<?> sleeper = scope.fork(() -> { Thread.sleep(Duration.ofMinutes(5)); return 1; }); scope.fork(() -> { throw new IllegalStateException("fails"); }); try { scope.join(); return "?"; } catch (FailedException e) { return e.getCause() + " " + sleeper.state() + " " + scope.isCancelled(); } } });
    attempt("time limit", () -> { try (var scope = StructuredTaskScope.open(Joiner.awaitAll(), c -> c.withTimeout(Duration.ofMillis(30)).withName("named"))) { scope.fork(() -> { Thread.sleep(Duration.ofMinutes(5)); return 1; }); return scope.join(); } });
    attempt("get before join", () -> { try (var scope = StructuredTaskScope.open()) { Subtask<Integer> t = scope.fork(() -> 1); return t.get(); } });
    attempt("not joined", () -> { try (var scope = StructuredTaskScope.open()) { scope.fork(() -> 1); return "no join"; } });
    attempt("fork after join", () -> { try (var scope = StructuredTaskScope.open()) { scope.join(); return scope.fork(() -> 1); } });
    attempt("closed", () -> { var scope = StructuredTaskScope.open(); scope.close(); return scope.fork(() -> 1); });
    attempt("other thread", () -> { try (var scope = StructuredTaskScope.open()) { return CompletableFuture.supplyAsync(() -> scope.fork(() -> 1)).get(); } });
    attempt("threads", () -> { try (var scope = StructuredTaskScope.open(Joiner.<Boolean>allSuccessfulOrThrow(), c -> c.withThreadFactory(Thread.ofPlatform().factory()))) { scope.fork(() -> Thread.currentThread().isVirtual()); return scope.join().map(Subtask::get).toList(); } });
    attempt("order of scopes", () -> ScopedValue.where(NAME, "x").call(() -> { StructuredTaskScope.open(); return "left open"; }));
  }
}
