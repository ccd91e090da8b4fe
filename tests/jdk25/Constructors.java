// JEP 513: statements before super(), and fields set there.
public class Constructors {
  static class Base {
    final String seen;
    Base(int size) { seen = describe() + size; }
    String describe() { return "base"; }
  }
  static class Derived extends Base {
    final int early;
    final Object later;
    Derived(int value) {
      if (value < 0) throw new IllegalArgumentException("negative " + value);
      int twice = value * 2;
      early = value;
      super(twice);
      later = new Object();
    }
    Derived() {
      var text = "12";
      this(Integer.parseInt(text));
    }
    @Override String describe() { return "early " + early + (later == null) + " "; }
  }
  enum Level { LOW(1), HIGH(2); final int n; Level(int n) { int m = n * 10; this.n = m; } }

  public static void main(String[] args) {
    System.out.println(new Derived(5).seen + " " + new Derived().seen);
    try { new Derived(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); e.printStackTrace(); }
    System.out.println(Level.HIGH.n);
  }
}
