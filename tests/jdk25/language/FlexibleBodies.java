// JEP 513: constructor bodies: what may stand before super(...), in nested, local and anonymous classes, records and enums.
import java.util.*;
import java.util.function.*;

public class FlexibleBodies {
  static class Super {
    Super(Object... values) { System.out.println("super of " + getClass().getSimpleName() + " " + Arrays.toString(values) + " " + show()); }
    String show() { return "nothing"; }
  }
  static class Loops extends Super {
    final int[] squares;
    Loops(int n) {
      int[] all = new int[n];
      for (int i = 0; i < n; i++) all[i] = i * i;
      squares = all;
      super(n, all.length);
    }
    @Override String show() { return Arrays.toString(squares); }
  }
  static class Tries extends Super {
    final String text;
    Tries(String number) {
      int parsed;
      try {
        parsed = Integer.parseInt(number);
      } catch (NumberFormatException e) {
        parsed = -1;
      } finally {
        System.out.println("parsed");
      }
      String kind = switch (parsed) { case 0 -> "zero"; case -1 -> "none"; case 12 -> "large"; default -> "small"; };
      if (kind.equals("zero")) throw new IllegalArgumentException("zero");
      text = kind;
      Supplier<String> lambda = () -> kind + number;
      super(lambda.get());
    }
    @Override String show() { return text; }
  }
  class Inner extends Super {
    final int seen;
    Inner() {
      var outer = FlexibleBodies.this;
      int before = outer.value++;
      seen = before;
      super(before);
    }
    @Override String show() { return "inner " + seen; }
  }
  record Range(int low, int high) {
    Range(int both) {
      int least = Math.min(both, 0);
      this(least, Math.max(both, 0));
    }
    Range { if (low > high) throw new IllegalArgumentException(low + ">" + high); }
  }
  enum Planet {
    EARTH("5.97", "6.37"), MARS("0.64", "3.39");
    final double gravity;
    Planet(String mass, String radius) {
      double m = Double.parseDouble(mass), r = Double.parseDouble(radius);
      this(Math.round(m / (r * r) * 1000) / 1000.0);
    }
    Planet(double gravity) { this.gravity = gravity; }
  }
  int value = 10;

  static class Deep extends Loops {
    final long mark = System.nanoTime();
    final String early;
    Deep() {
      this("deep " + new Range(-3));
    }
    Deep(String s) {
      Objects.requireNonNull(s);
      early = s;
      super(s.length() % 5);
    }
    @Override String show() { return early + mark + super.show(); }
  }

  public static void main(String[] args) {
    new Loops(4);
    for (String s : List.of("12", "3", "x", "0")) try { new Tries(s); } catch (IllegalArgumentException e) { System.out.println(e); }
    FlexibleBodies outer = new FlexibleBodies();
    outer.new Inner();
    System.out.println(outer.new Inner().seen + " " + outer.value);
    System.out.println(new Range(-4) + " " + new Range(4));
    for (Planet p : Planet.values()) System.out.println(p + " " + p.gravity);
    System.out.println(new Deep().mark != 0);
    int local = 3;
    class Local extends Super {
      final int doubled;
      Local() {
        doubled = local * 2;
        super(local);
      }
      @Override String show() { return "local " + doubled; }
    }
    new Local();
    new Super("anonymous") { final int x = local; @Override String show() { return "x " + x; } };
    try { new Deep(null); } catch (NullPointerException e) { System.out.println(e.getStackTrace()[1].getMethodName() + " " + (e.getStackTrace()[1].getLineNumber() > 0)); }
  }
}
