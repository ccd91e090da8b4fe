// JEP 456: variables and patterns without a name: each place that may have one, more than once in one method.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Unnamed {
  record Triple(Object a, Object b, Object c) {}
  static int closed;
  record Resource(String name) implements AutoCloseable {
    public void close() { closed++; System.out.println("closed " + name); }
  }
  static int calls;
  static int call() { return ++calls; }

  static String tell(Object o) {
    return switch (o) {
      case Triple(Integer _, _, String s) -> "int and string " + s;
      case Triple(_, Integer _, Integer _), Triple(_, String _, Integer _) -> "ends with an int";
      case Triple(var _, var _, var last) -> "last " + last;
      case Integer _, Long _ -> "whole";
      case Float _, Double _ -> "real";
      case String _ -> "string";
      case int[] _ -> "ints";
      case Object _ -> "object";
    };
  }

  static long count(Iterable<?> all) {
    long n = 0;
    for (Object _ : all) n++;
    return n;
  }

  public static void main(String[] args) {
    for (Object o : new Object[] {new Triple(1, null, "x"), new Triple(null, 2, 3), new Triple("a", "b", 3), new Triple(null, null, null), 1, 2L, 3f, 4.0, "s", new int[0], 'c'}) System.out.println(tell(o));
    int _ = call(), _ = call();
    var _ = call();
    System.out.println(calls + " " + count(List.of(1, 2, 3)));
    try (var _ = new Resource("outer"); Resource _ = new Resource("inner")) {
      System.out.println("inside");
      throw new IllegalStateException();
    } catch (IllegalStateException | IllegalArgumentException _) {
      System.out.println("caught " + closed);
    }
    try { Object _ = List.of().getFirst(); } catch (NoSuchElementException _) { System.out.println("none"); } catch (RuntimeException _) { System.out.println("other"); }
    BinaryOperator<Integer> first = (a, _) -> a, constant = (_, _) -> 7;
    System.out.println(first.apply(1, 2) + " " + constant.apply(1, 2));
    System.out.println(Stream.of("a", "b", "c").collect(Collectors.toMap(Function.identity(), _ -> "same", (_, late) -> late, () -> new TreeMap<String, String>())).size());
    Function<Object, Function<Object, String>> nested = _ -> _ -> "nested";
    System.out.println(nested.apply(1).apply(2));
    for (int i = 0, _ = call(); i < 2; i++) System.out.print(i + " ");
    for (var _ : new int[3]) System.out.print(call() + " ");
    System.out.println();
    if (new Triple(1, 2, 3) instanceof Triple(Integer x, _, Integer _) && x == 1) System.out.println("matched " + x);
    Queue<int[]> queue = new ArrayDeque<>(List.of(new int[] {1}, new int[] {2}));
    while (!queue.isEmpty()) { var _ = queue.remove(); }
    System.out.println(queue.size());
    System.out.println(Arrays.stream(Unnamed.class.getDeclaredMethods()).filter(m -> m.isSynthetic() && m.getName().contains("lambda")).count() > 4);
  }
}
