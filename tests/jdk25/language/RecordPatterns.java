// JEP 440 and 441: nested record patterns, inferred types, null components, accessors that throw, patterns that share a prefix.
import java.util.*;
import java.util.function.*;

public class RecordPatterns {
  record Pair<A, B>(A a, B b) {}
  record Box<T>(T content) {}
  record Numbers(byte b, short s, char c, int i, long l, float f, double d, boolean z) {}
  record Counted(int n) {
    static int calls;
    public int n() { calls++; return n; }
  }
  record Failing(Object inner) {
    public Object inner() { throw new IllegalStateException("accessor of " + inner); }
  }
  sealed interface Tree<T> permits Leaf, Node {}
  record Leaf<T>(T value) implements Tree<T> {}
  record Node<T>(Tree<T> left, Tree<T> right) implements Tree<T> {}

  static int depth(Tree<?> tree) {
    return switch (tree) {
      case Leaf<?>(_) -> 1;
      case Node<?>(Leaf<?>(_), Leaf<?>(_)) -> 2;
      case Node<?>(var left, var right) -> 1 + Math.max(depth(left), depth(right));
    };
  }

  static <T extends Comparable<T>> T least(Tree<T> tree) {
    return switch (tree) {
      case Leaf<T>(T value) -> value;
      case Node<T>(Tree<T> left, Tree<T> right) -> {
        T a = least(left), b = least(right);
        yield a.compareTo(b) <= 0 ? a : b;
      }
    };
  }

  static String tell(Object o) {
    return switch (o) {
      case Pair(Pair(String a, Integer b), Box(List<?> list)) when list.size() > b -> "long list of " + a;
      case Pair(Pair(String a, Integer b), Box(List<?> list)) -> "list of " + a + " up to " + b + " with " + list;
      case Pair(Pair(String a, var b), Box(Void _)) when a.isEmpty() -> "never";
      case Pair(Pair(String a, var b), Box(var c)) -> "string " + a + ", " + b + ", " + c;
      case Pair(Pair(var a, var b), var c) -> "pair in pair " + a + b + c;
      case Pair(var a, String b) when a == b -> "twice " + b;
      case Pair(CharSequence a, Object b) -> "sequence " + a.length() + " " + b;
      case Pair<?, ?> p -> "any pair " + p;
      case Box(Box(Box(var deep))) -> "deep " + deep;
      case Box(int[] ints) -> "ints " + ints.length;
      case Box(var c) -> "box " + c;
      case Numbers(byte b, short s, char c, int i, long l, float f, double d, boolean z) when z -> "" + (b + s + c + i + l + f + d);
      case Numbers n -> "numbers " + n.hashCode();
      case null -> "null";
      default -> "default " + o;
    };
  }

  public static void main(String[] args) {
    Object[] values = {new Pair<>(new Pair<>("a", 1), new Box<>(List.of(1, 2))), new Pair<>(new Pair<>("a", 3), new Box<>(List.of(1, 2))),
        new Pair<>(new Pair<>("a", null), new Box<>(null)), new Pair<>(new Pair<>(null, 2), new Box<>(3)), new Pair<>(new Pair<>(1, 2), null),
        new Pair<>("s", "s"), new Pair<>("st", new Object[0].length), new Pair<>(null, null), new Box<>(new Box<>(new Box<>(7))), new Box<>(new Box<>(null)),
        new Box<>(new int[2]), new Box<>(null), new Numbers((byte) -1, (short) 2, 'c', 4, 5, 6.5f, 7.25, true), new Numbers((byte) 1, (short) 2, 'c', 4, 5, -0f, Double.NaN, false), null, 5L};
    for (Object value : values) System.out.println(tell(value));

    Tree<Integer> tree = new Leaf<>(50);
    for (int i = 0; i < 200; i++) tree = i % 3 == 0 ? new Node<>(new Leaf<>(i * 37 % 101 + 3), tree) : new Node<>(tree, new Leaf<>(i * 53 % 97 + 2));
    System.out.println(depth(tree) + " " + least(tree));

    // How often is an accessor called? And what of a failure in one?
    Object counted = new Box<>(new Counted(5));
    for (int i = 0; i < 3; i++) System.out.println(counted instanceof Box(Counted(int n)) && n == 5 ? "five" : "no");
    System.out.println(Counted.calls > 0);
    try {
      if (new Box<>(new Failing("x")) instanceof Box(Failing(String s))) System.out.println(s);
    } catch (MatchException e) { System.out.println(e.getMessage() + " / " + e.getCause()); }
    try {
      System.out.println(switch ((Object) new Failing(1)) { case Failing(Integer i) -> i; case Failing(var x) -> x; default -> 0; });
    } catch (MatchException e) { System.out.println(e.getMessage() + " / " + e.getCause().getMessage()); }
    if (!(values[0] instanceof Pair<?, ?>(Pair<?, ?>(var first, _), var second))) throw new AssertionError();
    System.out.println(first + " " + second);
    BiFunction<Object, Object, String> lambda = (a, b) -> a instanceof Box<?>(String s) && b instanceof Box<?>(Integer i) && s.length() == i ? s + i : "none";
    System.out.println(lambda.apply(new Box<>("abc"), new Box<>(3)) + " " + lambda.apply(new Box<>("abc"), new Box<>("x")));
    int sum = 0;
    for (Pair<Integer, Long> p : List.of(new Pair<>(1, 2L), new Pair<>(3, 4L))) if (p instanceof Pair(Integer a, Long b)) sum += a * b;
    System.out.println(sum);
  }
}
