// JEP 485: gatherers of one's own: state, early ends, finishers, parallel runs with combiners, chains, failures at each step.
import java.util.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;
import java.util.stream.Gatherers;

public class CustomGatherers {
  interface Action { Object run(); }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + action.run()); } catch (RuntimeException e) { System.out.println(what + ": " + e + (e.getCause() != null ? " / " + e.getCause() : "")); } }

  static <T> Gatherer<T, ?, List<T>> runs() {
    class Run { List<T> current = new ArrayList<>(); }
    return Gatherer.ofSequential(Run::new, Gatherer.Integrator.ofGreedy((run, t, down) -> {
      if (!run.current.isEmpty() && !run.current.getLast().equals(t)) { boolean more = down.push(List.copyOf(run.current)); run.current.clear(); run.current.add(t); return more; }
      run.current.add(t);
      return true;
    }), (run, down) -> { if (!run.current.isEmpty() && !down.isRejecting()) down.push(List.copyOf(run.current)); });
  }
  static <T> Gatherer<T, ?, T> first(int n) {
    return Gatherer.ofSequential(() -> new int[1], (count, t, down) -> count[0]++ < n && down.push(t) && count[0] < n);
  }
  static Gatherer<Integer, ?, Integer> sums(AtomicInteger combined) {
    return Gatherer.of(() -> new int[1], Gatherer.Integrator.ofGreedy((s, t, down) -> { s[0] += t; return true; }), (a, b) -> { combined.incrementAndGet(); a[0] += b[0]; return a; }, (s, down) -> down.push(s[0]));
  }

  public static void main(String[] args) {
    System.out.println(Stream.of(1, 1, 2, 3, 3, 3, 1).gather(runs()).toList() + " " + Stream.empty().gather(runs()).toList());
    System.out.println(Stream.iterate(1, i -> i + 1).gather(first(4)).toList() + " " + Stream.iterate(1, i -> i * 2).gather(Gatherers.windowFixed(3)).limit(2).toList());
    AtomicInteger combined = new AtomicInteger();
    System.out.println(IntStream.rangeClosed(1, 10_000).boxed().gather(sums(combined)).toList() + " " + combined);
    System.out.println(IntStream.rangeClosed(1, 10_000).boxed().parallel().gather(sums(combined)).toList() + " " + (combined.get() >= 0));
    System.out.println(IntStream.range(0, 1000).boxed().parallel().gather(first(5)).toList() + " " + IntStream.range(0, 1000).boxed().parallel().gather(runs()).count());
    System.out.println(Stream.of(1, 2, 3, 4, 5).gather(Gatherers.windowSliding(2)).gather(Gatherers.<List<Integer>, Integer>scan(() -> 0, (s, w) -> s + w.get(0) * w.get(1))).map(String::valueOf).collect(Collectors.joining(",")));
    System.out.println(Stream.of("a", "b", "c").gather(Gatherers.<String, String>fold(() -> "", (s, t) -> t + s)).findFirst().get() + " " + Stream.of(3, 1, 2).sorted().gather(Gatherers.windowFixed(10)).toList());
    Gatherer<Integer, ?, Integer> doubled = Gatherer.of((_, i, down) -> down.push(i) && down.push(i * 10));
    System.out.println(Stream.of(1, 2, 3).gather(doubled.andThen(doubled)).toList() + " " + Stream.of(1, 2, 3).gather(doubled.andThen(first(3))).toList() + " " + Stream.of(5, 6).parallel().gather(doubled.andThen(Gatherers.windowFixed(3))).toList());
    System.out.println(IntStream.range(0, 60).boxed().gather(Gatherers.mapConcurrent(5, i -> { Thread.yield(); return i * i; })).mapToInt(i -> i).sum() + " " + IntStream.range(0, 30).boxed().gather(Gatherers.mapConcurrent(3, i -> Thread.currentThread().isVirtual())).allMatch(v -> v));
    attempt("concurrent failure", () -> Stream.of(1, 2, 0, 3).gather(Gatherers.mapConcurrent(2, i -> 6 / i)).toList());
    attempt("integrator", () -> Stream.of(1).gather(Gatherer.of((_, i, down) -> { throw new IllegalStateException("integrate"); })).toList());
    attempt("initializer", () -> Stream.of(1).gather(Gatherer.ofSequential(() -> { throw new IllegalStateException("initialize"); }, (Object s, Integer i, Gatherer.Downstream<? super Integer> down) -> true)).toList());
    attempt("finisher", () -> Stream.of(1).gather(Gatherer.ofSequential((_, i, down) -> true, (_, down) -> { throw new IllegalStateException("finish"); })).toList());
    attempt("window", () -> Gatherers.windowFixed(0));
    attempt("null", () -> Stream.of(1).gather(null));
    attempt("null window", () -> Stream.of("a", null, "b").gather(Gatherers.windowFixed(2)).toList());
    Stream<Integer> used = Stream.of(1, 2);
    used.gather(first(1)).toList();
    attempt("used", () -> used.gather(first(1)).toList());
    AtomicInteger closed = new AtomicInteger();
    try (Stream<Integer> s = Stream.of(1, 2, 3).onClose(closed::incrementAndGet).gather(doubled)) { System.out.println(s.anyMatch(i -> i == 20) + " " + s.isParallel()); }
    System.out.println(closed);
    System.out.println(Stream.of(1, 2, 3, 4).<Integer>mapMulti((i, out) -> { if (i % 2 == 0) { out.accept(i); out.accept(-i); } }).takeWhile(i -> i > -4).toList() + " " + Stream.of(5, 3, 8).collect(Collectors.teeing(Collectors.minBy(Comparator.naturalOrder()), Collectors.counting(), (m, n) -> m.get() + "/" + n)) + " " + Stream.iterate(1, i -> i < 50, i -> i * 3).dropWhile(i -> i < 5).toList() + " " + Stream.concat(Stream.of(1), Stream.ofNullable(null)).count());
    System.out.println(IntStream.range(0, 5000).parallel().boxed().collect(Collectors.groupingByConcurrent(i -> i % 3, TreeMap0::make, Collectors.summingInt(i -> i))) + " " + IntStream.range(0, 2000).parallel().mapToObj(Integer::toString).collect(Collectors.joining()).hashCode() + " " + Arrays.stream(new int[] {3, 1, 2}).parallel().sorted().boxed().toList());
  }
  static class TreeMap0 { static java.util.concurrent.ConcurrentMap<Integer, Integer> make() { return new java.util.concurrent.ConcurrentSkipListMap<>(); } }
}
