// Local records, enums, interfaces and classes; captured variables; static members of inner classes (since 16) under the names of 25.
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

public class Localities {
  class Inner {
    static int shared = 5;
    static <T> List<T> twice(T t) { return List.of(t, t); }
    record Deep(int x) { static Deep of() { return new Deep(shared++); } }
    enum Mood { GOOD, BAD }
    interface Verb { int act(); }
    int own = shared;
    class Innermost { int sum() { return own + Localities.this.field + shared; } }
  }
  int field = 100;

  static String shapes(int n) {
    enum Kind { EVEN, ODD; static Kind of(int n) { return n % 2 == 0 ? EVEN : ODD; } }
    record Entry(Kind kind, int n) implements Comparable<Entry> { public int compareTo(Entry o) { return Comparator.comparing(Entry::kind).thenComparing(Entry::n, Comparator.reverseOrder()).compare(this, o); } }
    interface Namer { String name(Entry e); default Namer twice() { return e -> name(e) + name(e); } }
    Namer namer = e -> e.kind() + ":" + e.n() + " ";
    StringBuilder out = new StringBuilder();
    List<Entry> all = new ArrayList<>();
    for (int i = 0; i < n; i++) all.add(new Entry(Kind.of(i), i));
    Collections.sort(all);
    class Collector { int count; void add(Entry e) { count += n; out.append(namer.twice().name(e)); } }
    Collector collector = new Collector();
    all.forEach(collector::add);
    return out.toString() + collector.count + " " + Arrays.toString(Kind.class.getEnumConstants()) + Kind.class.getEnclosingMethod().getName() + Modifier.toString(Kind.class.getModifiers() & Modifier.STATIC);
  }

  static Supplier<Supplier<String>> captures(String a, int b, double c, Object... d) {
    int local = b * 2;
    return () -> {
      String inner = a + local;
      return new Supplier<>() {
        int calls;
        public String get() { return inner + b + c + d.length + ++calls; }
      };
    };
  }

  public static void main(String[] args) throws Exception {
    System.out.println(shapes(5));
    Supplier<String> s = captures("a", 2, 3.5, 1, 2).get();
    System.out.println(s.get() + " " + s.get());
    Localities outer = new Localities();
    Inner inner = outer.new Inner();
    System.out.println(inner.new Innermost().sum() + " " + Inner.Deep.of() + Inner.Deep.of() + " " + Inner.twice("t") + Inner.Mood.BAD + " " + ((Inner.Verb) () -> Inner.shared).act());
    for (Class<?> c : Localities.class.getDeclaredClasses()) System.out.println(c.getName() + " " + Modifier.toString(c.getModifiers()) + " " + c.accessFlags());
    System.out.println(Arrays.toString(Inner.class.getDeclaredConstructors()[0].getParameterTypes()) + " " + Arrays.stream(Inner.Innermost.class.getDeclaredFields()).map(f -> f.getName() + f.isSynthetic()).toList());
    Object anonymous = new Object() { int x = 1; { x += outer.field; } @Override public String toString() { return "x" + x + getClass().getName(); } };
    System.out.println(anonymous + " " + anonymous.getClass().getEnclosingMethod() + " " + anonymous.getClass().getNestHost());
    try { Localities none = null; none.new Inner(); } catch (NullPointerException e) { System.out.println("npe"); }
  }
}
