// also: run: -Dsun.reflect.noInflation=true
import java.lang.reflect.*;
import java.util.*;

// Reflective calls before and after they inflate to generated accessors: results, exceptions, checks, receivers, traces without the machinery (JDK 17: after 15 calls);
// then the same through generated accessors from the first call on.
public class Inflated {
    public static class Target {
        int state;
        public Target() { }
        public Target(int x) { if (x < 0) throw new IllegalStateException("negative " + x); state = x; }
        private Target(String s, long l, double d, Object... more) { state = s.length() + (int) l + (int) d + more.length; }
        public int plain(int a, long b) { return a + (int) b + state; }
        public static boolean st(boolean z, char c, byte b, short s, float f, double d) { return z && c + b + s + f + d > 0; }
        private String secret(String s) { return s + state; }
        protected void thrower(int n) throws Exception { if (n % 3 == 0) throw new java.io.IOException("n" + n); if (n % 3 == 1) throw new AssertionError("n" + n); }
        public final synchronized Object[] array(int[] a) { return new Object[] {a.length, this}; }
    }
    interface Shape { double area(); default String text() { return "area " + area(); } }
    record Square(double side) implements Shape { public double area() { return side * side; } }
    static class Loud { static int count; static { System.out.println("Loud initialized"); } static int next() { return ++count; } }

    static String outcome(Method m, Object receiver, Object... args) {
        try {
            Object result = m.invoke(receiver, args);
            return result instanceof Object[] a ? a[0] + "" : String.valueOf(result);
        } catch (InvocationTargetException e) {
            return "target " + e.getCause();
        } catch (IllegalArgumentException | NullPointerException | IllegalAccessException e) {
            return e.getClass().getSimpleName();
        }
    }

    static void repeat(String what, Method m, Object receiver, Object... args) {
        m.setAccessible(true);
        TreeMap<String, Integer> outcomes = new TreeMap<>();
        for (int i = 0; i < 40; i++) outcomes.merge(outcome(m, receiver, args), 1, Integer::sum);
        System.out.println(what + " " + outcomes);
    }

    public static void main(String[] args) throws Exception {
        Target t = new Target(5);
        Method plain = Target.class.getMethod("plain", int.class, long.class);
        repeat("plain", plain, t, 1, 2L);
        repeat("widening", plain, t, (byte) 1, 'a');
        repeat("narrowing", plain, t, 1L, 2L);
        repeat("null for a primitive", plain, t, null, 2L);
        repeat("wrong type", plain, t, "x", 2L);
        repeat("too few", plain, t, 1);
        repeat("too many", plain, t, 1, 2L, 3);
        repeat("no arguments", plain, t, (Object[]) null);
        repeat("null receiver", plain, null, 1, 2L);
        repeat("wrong receiver", plain, "s", 1, 2L);
        repeat("static", Target.class.getMethod("st", boolean.class, char.class, byte.class, short.class, float.class, double.class), null, true, 'c', (byte) 1, (short) 2, 3, 4f);
        repeat("private", Target.class.getDeclaredMethod("secret", String.class), t, "s");
        repeat("private, null argument", Target.class.getDeclaredMethod("secret", String.class), t, (Object) null);
        repeat("array", Target.class.getMethod("array", int[].class), t, new int[3]);
        repeat("interface", Shape.class.getMethod("area"), new Square(3));
        repeat("default", Shape.class.getMethod("text"), new Square(2));
        repeat("overridden Object method", Object.class.getMethod("toString"), new Square(1));
        repeat("private of the library", Map.class.getMethod("size"), new HashMap<>(Map.of(1, 2)));
        Method thrower = Target.class.getDeclaredMethod("thrower", int.class);
        TreeMap<String, Integer> thrown = new TreeMap<>();
        for (int i = 0; i < 60; i++) thrown.merge(outcome(thrower, t, i).replaceAll("\\d+", "#"), 1, Integer::sum);
        System.out.println(thrown);
        for (int i = 0; i < 18; i++) {
            Object o = Target.class.getConstructor(int.class).newInstance(i);
            if (i == 17) System.out.println("constructed " + ((Target) o).state);
        }
        Constructor<Target> k = Target.class.getDeclaredConstructor(String.class, long.class, double.class, Object[].class);
        int sum = 0, failures = 0;
        for (int i = 0; i < 40; i++) sum += k.newInstance("abc", i, 2.5f, new Object[2]).state;
        Constructor<Target> failing = Target.class.getConstructor(int.class);
        for (int i = 0; i < 40; i++) {
            try {
                failing.newInstance(-i - 1);
            } catch (InvocationTargetException e) {
                failures += e.getCause().getMessage().startsWith("negative") ? 1 : 100;
            }
            try {
                failing.newInstance("wrong");
            } catch (IllegalArgumentException e) {
                failures += 1000;
            }
        }
        System.out.println(sum + " " + failures);
        Method loud = Loud.class.getDeclaredMethod("next");
        System.out.println("before");
        for (int i = 0; i < 20; i++) loud.invoke(null);
        System.out.println(Loud.count);
        int frames = 0;
        TreeSet<String> classes = new TreeSet<>();
        Method trace = Inflated.class.getDeclaredMethod("trace");
        for (int i = 0; i < 30; i++) for (StackTraceElement e : (StackTraceElement[]) trace.invoke(null)) classes.add(e.getClassName().replaceAll("\\d+", "#") + "." + e.getMethodName());
        System.out.println(classes);
    }
    static StackTraceElement[] trace() { return new Throwable().getStackTrace(); }
}
