// Serialization on 25: records by their constructors, enums, lambdas, graphs with cycles, replaced objects, filters, damaged streams.
import java.io.*;
import java.util.*;
import java.util.function.*;

public class Serials {
  record Point(int x, long y) implements Serializable {
    static int made;
    Point { made++; if (x < 0) throw new IllegalArgumentException("x " + x); }
  }
  record Pair<T>(T first, List<T> rest, int[] numbers) implements Serializable {}
  record NotSerial(int a) {}
  enum Mood implements Serializable { GOOD { int n() { return 1; } }, BAD; int n() { return 0; } }
  static class Base { int base = 7; Base() { System.out.println("base constructor"); } }
  static class Derived extends Base implements Serializable {
    @Serial private static final long serialVersionUID = 5;
    int own = 1;
    transient String lost = "lost";
    final List<Object> loop = new ArrayList<>();
    { loop.add(this); }
    @Serial private void writeObject(ObjectOutputStream out) throws IOException { out.defaultWriteObject(); out.writeUTF("extra"); }
    @Serial private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { in.defaultReadObject(); lost = "read " + in.readUTF(); }
  }
  static class Singleton implements Serializable {
    static final Singleton ONE = new Singleton();
    @Serial private Object readResolve() { return ONE; }
  }
  static class Replaced implements Serializable { @Serial private Object writeReplace() { return new Point(9, 9); } }
  public static class Outside implements Externalizable {
    String s;
    public Outside() { System.out.println("public constructor"); }
    Outside(String s) { this.s = s; }
    public void writeExternal(ObjectOutput out) throws IOException { out.writeUTF(s); }
    public void readExternal(ObjectInput in) throws IOException { s = in.readUTF(); }
  }
  interface SerialFunction<A, B> extends Function<A, B>, Serializable {}
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + e.toString().replaceAll("/0x[0-9a-f]+", "/") + (e.getCause() != null ? " / " + e.getCause() : "")); } }

  static byte[] bytes(Object o) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(o); }
    return bytes.toByteArray();
  }
  static Object read(byte[] bytes) throws Exception { try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) { return in.readObject(); } }
  static Object copy(Object o) throws Exception { return read(bytes(o)); }

  public static void main(String[] args) throws Throwable {
    Point point = new Point(3, 4);
    System.out.println(copy(point) + " " + copy(point).equals(point) + " " + Point.made);
    Pair<Object> pair = new Pair<>(point, List.of(point, Mood.GOOD, "s"), new int[] {1, 2});
    Pair<?> same = (Pair<?>) copy(pair);
    System.out.println(same.first() + " " + (same.first() == same.rest().get(0)) + " " + (same.rest().get(1) == Mood.GOOD) + " " + same.numbers()[1]);
    byte[] negative = bytes(point);
    for (int i = 0; i + 4 < negative.length; i++) if (negative[i + 3] == 3 && negative[i] == 0 && negative[i + 1] == 0 && negative[i + 2] == 0 && i > 40) negative[i] = (byte) 0x80;
    attempt("constructor refuses", () -> read(negative));
    attempt("not serializable", () -> copy(new Pair<>(new NotSerial(1), List.of(), null)));
    attempt("enum", () -> copy(Mood.GOOD) == Mood.GOOD);
    attempt("enum with body", () -> ((Mood) copy(Mood.GOOD)).n() + " " + copy(EnumSet.allOf(Mood.class)) + copy(new EnumMap<>(Map.of(Mood.BAD, 1))));
    Derived derived = new Derived();
    derived.base = 99;
    Derived got = (Derived) copy(derived);
    System.out.println(got.own + " " + got.base + " " + got.lost + " " + (got.loop.get(0) == got));
    attempt("singleton", () -> copy(Singleton.ONE) == Singleton.ONE);
    attempt("replaced", () -> copy(new Replaced()));
    attempt("external", () -> ((Outside) copy(new Outside("out"))).s);
    int captured = 5;
    SerialFunction<Integer, Integer> lambda = x -> x + captured;
    SerialFunction<String, Integer> reference = String::length;
    attempt("lambda", () -> ((Function<Object, Object>) copy(lambda)).apply(3) + " " + ((Function<Object, Object>) copy(reference)).apply("four"));
    attempt("plain lambda", () -> copy((Runnable) () -> {}).getClass().isHidden());
    attempt("collections", () -> copy(new ArrayList<>(List.of(new TreeMap<>(Map.of("a", 1, "b", 2)), new LinkedHashSet<>(List.of(3, 1)), new ArrayDeque<>(List.of(1)), Collections.nCopies(2, "x"), new BitSet(3), Optional.class, List.of(1, 2), Map.of("k", "v"), Set.of(1), Arrays.asList(1, null)))));
    attempt("times", () -> copy(new Object[] {java.time.LocalDate.EPOCH, java.time.Duration.ofDays(2), java.time.ZoneId.of("Europe/Vienna"), new java.math.BigDecimal("1.50"), UUID.nameUUIDFromBytes(new byte[1]), Locale.US, new Throwable("t").getMessage(), int.class, String[].class}).getClass());
    attempt("exception", () -> { Exception e = new Exception("e", new Error("cause")); e.addSuppressed(new IOException("s")); Exception r = (Exception) copy(e); return r + " " + r.getCause() + " " + r.getSuppressed()[0] + " " + r.getStackTrace()[0].getMethodName(); });
    for (int cut : new int[] {0, 3, 5, 20, 60}) attempt("cut at " + cut, () -> read(Arrays.copyOf(bytes(point), cut)));
    attempt("other version", () -> { byte[] b = bytes(derived); for (int i = 0; i < b.length - 8; i++) if (b[i] == 0 && b[i + 7] == 5 && b[i + 6] == 0 && b[i + 5] == 0 && b[i + 4] == 0) { b[i + 7] = 6; break; } return read(b); });
    attempt("filter", () -> { ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes(new ArrayList<>(List.of(point))))); in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("java.util.*;!*")); return in.readObject(); });
    attempt("depth", () -> { ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes(List.of(List.of(List.of(1)))))); in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("maxdepth=2")); return in.readObject(); });
    attempt("long chain", () -> { Object chain = null; for (int i = 0; i < 300; i++) chain = new Object[] {chain, "e" + i}; int n = 0; for (Object o = copy(chain); o != null; o = ((Object[]) o)[0]) n++; return n; });
    ObjectStreamClass description = ObjectStreamClass.lookup(Point.class);
    System.out.println(description + " " + Arrays.toString(description.getFields()) + " " + ObjectStreamClass.lookup(NotSerial.class) + " " + ObjectStreamClass.lookup(Derived.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(Pair.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(Base.class));
  }
}
