// JEP 416: calls by reflection, often enough for each way to make them; what of private, default, varargs, interface and failing ones.
// also: run: -Djdk.reflect.useNativeAccessorOnly=true
import java.lang.reflect.*;
import java.util.*;

public class ReflectiveCalls {
  public interface Greets { default String greet(String n) { return "hello " + n + " from " + getClass().getSimpleName(); } static int fixed() { return 9; } private int hidden() { return 3; } }
  public static class Person implements Greets {
    private final String name; public int age; static final int LIMIT = 5; final List<String> log = new ArrayList<>(); protected long mark; static volatile double ratio = 0.5; char letter = 'p'; boolean flag; byte small; short medium; float real;
    public Person() { this("nobody"); }
    private Person(String name) { if (name == null) throw new IllegalArgumentException("no name"); this.name = name; }
    private String secret(int a, long b, double c, Object d) { return name + a + b + c + d; }
    public static String all(String first, int... rest) { return first + Arrays.toString(rest); }
    public void nothing() { log.add("nothing"); }
    public boolean z(boolean z) { return !z; } public byte b(byte b) { return (byte) -b; } public char c(char c) { return (char) (c + 1); } public short s(short s) { return s; } public float f(float f) { return f / 2; }
    void fails(int n) throws Exception { if (n % 2 == 0) throw new java.io.IOException("n " + n); throw new StackOverflowError("n " + n); }
    synchronized int locked() { return Thread.holdsLock(this) ? 1 : 0; }
    @Override public String greet(String n) { return Greets.super.greet(n) + "!"; }
    public String many(int a, long b, float c, double d, String e, int f, long g, float h, double i, String j, byte k, short l, char m, boolean n) { return "" + a + b + c + d + e + f + g + h + i + j + k + l + m + n; }
  }
  static abstract class Half { Half() {} abstract int f(); }
  enum Mood { A, B }
  record Pair(int a, String b) {}
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + plain(action.run())); } catch (InvocationTargetException e) { System.out.println(what + ": target " + e.getCause() + " " + e.getMessage()); } catch (Throwable e) { System.out.println(what + ": " + e.getClass().getName() + (e instanceof ClassCastException || e instanceof IllegalArgumentException ? "" : " " + plain(e.getMessage()))); } }
  static String plain(Object o) { return String.valueOf(o).replaceAll("@[0-9a-f]+", "@").replaceAll("/0x[0-9a-f]+", "/"); }

  public static void main(String[] args) throws Throwable {
    Class<?> type = Person.class;
    Constructor<?> named = type.getDeclaredConstructor(String.class);
    attempt("private constructor of the nest", () -> ((Person) named.newInstance("ada")).name);
    Object person = named.newInstance("bob");
    Method secret = type.getDeclaredMethod("secret", int.class, long.class, double.class, Object.class);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < 40; i++) out.append(secret.invoke(person, (byte) i, 'c', 1f, i % 2 == 0 ? null : i).hashCode() % 10);
    System.out.println(out);
    attempt("null receiver", () -> secret.invoke(null, 1, 2L, 3.0, null));
    attempt("other receiver", () -> secret.invoke("text", 1, 2L, 3.0, null));
    attempt("narrowing", () -> secret.invoke(person, 1L, 2L, 3.0, null));
    attempt("null primitive", () -> secret.invoke(person, null, 2L, 3.0, null));
    attempt("few arguments", () -> secret.invoke(person, 1));
    attempt("null arguments", () -> secret.invoke(person, (Object[]) null));
    attempt("constructor refuses", () -> named.newInstance((Object) null));
    attempt("abstract class", () -> Half.class.getDeclaredConstructor().newInstance());
    attempt("enum", () -> { Constructor<?> c = Mood.class.getDeclaredConstructors()[0]; c.setAccessible(true); return c.newInstance("C", 2); });
    attempt("record", () -> Pair.class.getDeclaredConstructors()[0].newInstance(1, "x"));
    attempt("void", () -> type.getMethod("nothing").invoke(person) + " " + ((Person) person).log);
    attempt("varargs", () -> type.getMethod("all", String.class, int[].class).invoke(null, "v", new int[] {1, 2}));
    attempt("static with a receiver", () -> type.getMethod("all", String.class, int[].class).invoke("ignored", "v", new int[0]));
    attempt("interface static", () -> Greets.class.getMethod("fixed").invoke(null));
    attempt("interface private", () -> Greets.class.getDeclaredMethod("hidden").invoke(person));
    attempt("default", () -> Greets.class.getMethod("greet", String.class).invoke(person, "x") + " " + Greets.class.getMethod("greet", String.class).invoke(new Greets() {}, "y"));
    attempt("many", () -> type.getMethods()[0] == null ? 0 : Arrays.stream(type.getMethods()).filter(m -> m.getName().equals("many")).findFirst().get().invoke(person, 1, 2L, 3f, 4.0, "5", 6, 7L, 8f, 9.0, "10", (byte) 11, (short) 12, 'c', true));
    Method fails = type.getDeclaredMethod("fails", int.class);
    for (int i = 0; i < 3; i++) { int n = i; attempt("fails", () -> fails.invoke(person, n)); }
    attempt("synchronized", () -> type.getDeclaredMethod("locked").invoke(person));
    for (Object[] each : new Object[][] {{"z", true}, {"b", (byte) 5}, {"c", 'x'}, {"s", (short) -9}, {"f", 5f}}) attempt("" + each[0], () -> Arrays.stream(type.getMethods()).filter(m -> m.getName().equals(each[0])).findFirst().get().invoke(person, each[1]));
    attempt("object method", () -> Object.class.getMethod("equals", Object.class).invoke(person, person));
    attempt("array clone", () -> { Method clone = Object.class.getDeclaredMethod("clone"); return clone.invoke(new int[0]); });
    attempt("signature polymorphic", () -> java.lang.invoke.MethodHandle.class.getMethod("invokeExact", Object[].class).invoke(java.lang.invoke.MethodHandles.constant(int.class, 1), (Object) new Object[0]));
    attempt("no access", () -> String.class.getDeclaredMethod("isLatin1").invoke("x"));
    attempt("no opening", () -> { String.class.getDeclaredMethod("isLatin1").setAccessible(true); return "opened"; });
    attempt("trySetAccessible", () -> String.class.getDeclaredMethod("isLatin1").trySetAccessible() + " " + secret.trySetAccessible() + " " + secret.canAccess(person));

    for (Field f : type.getDeclaredFields()) {
      f.setAccessible(true);
      attempt("get " + f.getName(), () -> f.get(person));
      Object value = f.getType() == int.class ? 8 : f.getType() == long.class ? 9L : f.getType() == double.class ? 1.25 : f.getType() == char.class ? 'q' : f.getType() == boolean.class ? true : f.getType() == byte.class ? (byte) 1 : f.getType() == short.class ? (short) 2 : f.getType() == float.class ? 3f : f.getType() == String.class ? "set" : List.of("set");
      attempt("set " + f.getName(), () -> { for (int i = 0; i < 20; i++) f.set(person, value); return f.get(person); });
    }
    Field age = type.getField("age");
    attempt("setInt", () -> { age.setInt(person, 33); age.setByte(person, (byte) 7); return age.getLong(person) + age.getFloat(person); });
    attempt("setLong", () -> { age.setLong(person, 3L); return 0; });
    attempt("getByte", () -> age.getByte(person));
    attempt("set wrong", () -> { age.set(person, "x"); return 0; });
    attempt("set null", () -> { age.set(person, null); return 0; });
    attempt("record field", () -> { Field f = Pair.class.getDeclaredField("a"); f.setAccessible(true); f.set(new Pair(1, "b"), 2); return 0; });
    attempt("hidden field", () -> { Runnable r = () -> System.out.println(args.length); Field f = r.getClass().getDeclaredFields()[0]; f.setAccessible(true); f.set(r, null); return 0; });
    // What the program sees of the frames between.
    Object trace = ReflectiveCalls.class.getDeclaredMethod("trace").invoke(null);
    System.out.println(trace);
    System.out.println(Caller.class.getDeclaredMethod("who").invoke(null));
    Greets proxy = (Greets) Proxy.newProxyInstance(Greets.class.getClassLoader(), new Class<?>[] {Greets.class, Comparable.class}, (p, m, a) -> switch (m.getName()) { case "greet" -> m.isDefault() ? InvocationHandler.invokeDefault(p, m, a) : "?"; case "hashCode" -> 5; case "compareTo" -> "wrong type"; default -> throw new java.io.IOException("checked"); });
    attempt("proxy default", () -> proxy.greet("p").replaceAll("\\$Proxy\\d+", "Proxy"));
    attempt("proxy cast", () -> ((Comparable<?>) proxy).compareTo(null));
    attempt("proxy checked", proxy::toString);
    attempt("proxy hash", proxy::hashCode);
  }
  static List<String> trace() { return StackWalker.getInstance().walk(s -> s.map(f -> f.getClassName() + "." + f.getMethodName()).limit(2).toList()); }
  static class Caller { static String who() { return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass().getSimpleName(); } }
}
