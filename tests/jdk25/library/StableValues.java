// JEP 502 (preview in 25): values that are set once: by one of many threads, in lists and maps, with functions that fail or ask again.
// run: --enable-preview
// javac: --enable-preview --release 25
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;

public class StableValues {
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + e); } }
  static final AtomicInteger CALLS = new AtomicInteger();
  static int slow(int n) { CALLS.incrementAndGet(); if (n < 0) throw new IllegalArgumentException("negative " + n); return n * n; }
  static Supplier<Integer> circular;

  public static void main(String[] args) throws Exception {
    StableValue<String> value = StableValue.of();
    System.out.println(value.isSet() + " " + value.orElse("else") + " " + value);
    attempt("not set", value::orElseThrow);
    System.out.println(value.trySet("set") + " " + value.trySet("again") + " " + value.orElseThrow() + " " + value.orElseSet(() -> "never") + " " + value.isSet() + " " + value);
    attempt("set twice", () -> { value.setOrThrow("x"); return "?"; });
    StableValue<Object> none = StableValue.of();
    System.out.println(none.trySet(null) + " " + none.isSet() + " " + none.orElseThrow() + " " + none.trySet(1) + " " + none);
    StableValue<Integer> failing = StableValue.of();
    attempt("supplier fails", () -> failing.orElseSet(() -> slow(-1)));
    attempt("after a failure", () -> failing.orElseSet(() -> slow(5)));
    StableValue<Integer> recursive = StableValue.of();
    attempt("recursive", () -> recursive.orElseSet(() -> recursive.orElseSet(() -> 1)));
    circular = StableValue.supplier(() -> circular.get());
    attempt("circular", circular::get);
    Supplier<Integer> supplier = StableValue.supplier(() -> slow(6));
    IntFunction<Integer> ints = StableValue.intFunction(5, StableValues::slow);
    Function<String, Integer> function = StableValue.function(Set.of("a", "bb"), s -> slow(s.length()));
    List<Integer> list = StableValue.list(4, StableValues::slow);
    Map<Integer, Integer> map = StableValue.map(new TreeSet<>(Set.of(7, 8)), StableValues::slow);
    int before = CALLS.get();
    System.out.println(supplier.get() + supplier.get() + " " + ints.apply(3) + ints.apply(3) + " " + function.apply("bb") + function.apply("bb") + " " + list.get(2) + list.get(2) + " " + map.get(8) + map.get(8) + " " + (CALLS.get() - before));
    attempt("index", () -> ints.apply(5));
    attempt("key", () -> function.apply("other"));
    attempt("null key", () -> function.apply(null));
    attempt("list index", () -> list.get(4));
    attempt("list add", () -> list.add(1));
    attempt("map none", () -> map.get(9) + " " + map.size() + " " + map.containsKey(7));
    attempt("map put", () -> map.put(7, 1));
    System.out.println(list.reversed() + " " + list.subList(1, 3) + " " + list + " " + list.contains(9) + " " + list.hashCode() + " " + new TreeMap<>(map));
    attempt("size", () -> StableValue.list(-1, i -> i));
    // Many threads, one computation.
    for (int round = 0; round < 50; round++) {
      AtomicInteger computed = new AtomicInteger();
      StableValue<Integer> shared = StableValue.of();
      CyclicBarrier start = new CyclicBarrier(6);
      List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
      List<Thread> threads = IntStream.range(0, 6).mapToObj(i -> Thread.ofPlatform().start(() -> { try { start.await(); seen.add(shared.orElseSet(computed::incrementAndGet)); } catch (Exception e) { System.out.println(e); } })).toList();
      for (Thread t : threads) t.join();
      if (computed.get() != 1 || !seen.equals(Collections.nCopies(6, 1))) System.out.println("wrong " + computed + " " + seen);
    }
    StableValue<int[]> array = StableValue.of(new int[] {1});
    System.out.println(array.orElseThrow()[0] + " " + array.equals(StableValue.of(array.orElseThrow())) + " " + (array.hashCode() == System.identityHashCode(array)));
    attempt("serial", () -> { new java.io.ObjectOutputStream(java.io.OutputStream.nullOutputStream()).writeObject(array); return "?"; });
  }
}
