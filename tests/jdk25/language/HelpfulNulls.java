// JEP 358 with the code that javac 25 makes: what was null, in patterns, lambdas, records, chains, arrays, boxes and switches.
// also: javac: -g
import java.util.*;
import java.util.function.*;

public class HelpfulNulls {
  record Point(Integer x, Point next) { int sum() { return x + next.x; } }
  static class Holder { int[][] grid; Holder next; String name; Holder next() { return next; } static Holder ROOT; long value; }
  enum Color { RED }
  interface Action { Object run(); }

  static void attempt(Action action) {
    try { System.out.println(action.run()); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
  }

  public static void main(String[] args) {
    Holder holder = new Holder();
    String text = null;
    Integer box = null;
    int[] array = null;
    Object object = null;
    Point point = new Point(1, null), empty = null;
    attempt(() -> holder.name.length());
    attempt(() -> holder.next.next.name);
    attempt(() -> holder.next().name);
    attempt(() -> Holder.ROOT.value++);
    attempt(() -> { holder.next.value = 5; return 0; });
    attempt(() -> holder.grid[0]);
    attempt(() -> { holder.grid = new int[2][]; return holder.grid[1][0]; });
    attempt(() -> { holder.grid[1][holder.grid.length] = 4; return 0; });
    attempt(() -> holder.grid[0].length);
    attempt(() -> text.isEmpty());
    attempt(() -> box + 1);
    attempt(() -> array.length);
    attempt(() -> array[args.length]++);
    attempt(() -> { synchronized (object) { return 1; } });
    attempt(() -> { throw (RuntimeException) object; });
    attempt(() -> point.sum());
    attempt(() -> point.next().next().x());
    attempt(() -> empty.x());
    attempt(() -> switch (text) { case "a" -> 1; default -> 2; });
    attempt(() -> switch ((Color) object) { case RED -> 1; });
    attempt(() -> switch (box) { case 1 -> 1; default -> 2; });
    attempt(() -> switch (empty) { case Point(var x, _) -> x; });
    attempt(() -> { for (String s : (List<String>) object) System.out.println(s); return 0; });
    attempt(() -> { for (int i : array) System.out.println(i); return 0; });
    attempt(() -> ((Function<Object, Object>) object).apply(1));
    attempt(() -> { Supplier<Integer> s = text::length; return s.get(); });
    attempt(() -> { Function<String, Integer> f = String::length; return f.apply(null); });
    attempt(() -> "a".concat(null));
    attempt(() -> Objects.requireNonNull(text, "own words"));
    attempt(() -> { long[] longs = null; longs[3] = holder.value; return 0; });
    attempt(() -> { char[][] chars = {null}; chars[0][1] = 'x'; return 0; });
    attempt(() -> { boolean b = (Boolean) (Object) null; return b; });
    attempt(() -> new int[][] {null}[0][0]);
    attempt(() -> ((Holder) object).name.toString().length());
    attempt(() -> { Object[] o = null; o[0] = "x"; return 0; });
    attempt(() -> { double d = Map.of("a", 1.0).get("b"); return d; });
    attempt(() -> { StringBuilder b = null; return b.append(1).append("x"); });
    attempt(() -> { try { Holder.ROOT.next(); } finally { holder.value++; } return 0; });
    attempt(() -> deep(null, 1, 2L, 3.0, null));
    attempt(() -> new Object() { String s; int f() { return s.length(); } }.f());
    NullPointerException own = new NullPointerException();
    System.out.println(own.getMessage() + " " + new NullPointerException("said").getMessage());
  }

  static int deep(String a, int b, long c, double d, Holder e) {
    var local = e;
    int number = b + (int) c + (int) d;
    return number + local.next().next().name.length();
  }
}
