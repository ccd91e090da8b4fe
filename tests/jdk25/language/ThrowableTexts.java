// The texts of exceptions that the VM throws, and of the library's traces: causes, suppressed ones, circles, hidden frames.
import java.io.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

public class ThrowableTexts {
  interface Action { Object run() throws Throwable; }
  static void attempt(Action action) {
    try { System.out.println(String.valueOf(action.run()).replaceAll("@[0-9a-f]+", "@")); } catch (Throwable e) { System.out.println(e.toString().replaceAll("@[0-9a-f]+", "@")); }
  }
  static class Bad { static { if (true) throw new IllegalStateException("initializer"); } static void touch() {} }
  interface Animal { void speak(); }
  static class Ball {}
  static class Cat implements Animal { public void speak() {} }
  static abstract class Half { abstract void go(); }
  static <T> T unchecked(Object o) { @SuppressWarnings("unchecked") T t = (T) o; return t; }

  static void deep(int n) { if (n == 0) throw new UnsupportedOperationException("deep"); deep(n - 1); }

  static String trace(Throwable e) {
    StringWriter out = new StringWriter();
    e.printStackTrace(new PrintWriter(out));
    return out.toString();
  }

  public static void main(String[] args) throws Throwable {
    Object o = "text"; Object[] strings = new String[1]; int zero = args.length, minus = zero - 1;
    attempt(() -> (Integer) o);
    attempt(() -> (int[]) (Object) new long[0]);
    attempt(() -> (Animal) (Object) new Ball());
    attempt(() -> ((Object[]) (Object) new int[0][0][0])[0]);
    attempt(() -> { Integer i = unchecked("x"); return i; });
    attempt(() -> (Runnable) (Object) List.of());
    attempt(() -> { strings[0] = 1; return 0; });
    attempt(() -> { ((Object[]) new Integer[1][1])[0] = new Object[0]; return 0; });
    attempt(() -> new int[3][minus]);
    attempt(() -> new int[minus]);
    attempt(() -> new int[1][2][minus].length);
    attempt(() -> 5 / zero);
    attempt(() -> 5L % zero);
    attempt(() -> new int[2][2][1][3]);
    attempt(() -> "abc".charAt(7));
    attempt(() -> new byte[4][minus]);
    attempt(() -> { System.arraycopy(new int[3], 1, new int[3], 2, 2); return 0; });
    attempt(() -> { System.arraycopy(new int[3], -1, new int[3], 2, 2); return 0; });
    attempt(() -> { System.arraycopy(new int[3], 0, new long[3], 0, 1); return 0; });
    attempt(() -> { System.arraycopy("x", 0, new long[3], 0, 1); return 0; });
    attempt(() -> { System.arraycopy(new Object[] {1, "s"}, 0, new Integer[3], 1, 2); return 0; });
    attempt(() -> { new Object().wait(); return 0; });
    attempt(() -> { new Object().notify(); return 0; });
    attempt(() -> { new Object().wait(-1); return 0; });
    attempt(() -> { Bad.touch(); return 0; });
    attempt(() -> { Bad.touch(); return 0; });
    attempt(() -> Class.forName("no.Such"));
    attempt(() -> Class.forName("[Lno.Such;"));
    attempt(() -> Class.forName("java/lang/String"));
    attempt(() -> Class.forName("ThrowableTexts$Half").getDeclaredConstructor().newInstance());
    attempt(() -> Class.forName("ThrowableTexts$Animal").getDeclaredConstructor());
    attempt(() -> String.class.getDeclaredField("nothing"));
    attempt(() -> { Field f = String.class.getDeclaredField("value"); f.setAccessible(true); return f; });
    attempt(() -> Enum.valueOf(Thread.State.class, "NOWHERE"));
    attempt(() -> List.of(1, 2).get(2));
    attempt(() -> new ArrayList<>(List.of(1)).get(1));
    attempt(() -> List.of().iterator().next());
    attempt(() -> Integer.parseInt("0x1"));
    attempt(() -> new String[Integer.MAX_VALUE].length);
    attempt(() -> recursive());
    attempt(() -> { throw new Error("plain", new Exception()); });
    attempt(() -> { throw new Exception((Throwable) null); });

    Exception outer = new Exception("outer", new IOException("inner", new Error("innermost")));
    outer.addSuppressed(new IllegalStateException("suppressed", new RuntimeException("its cause")));
    outer.addSuppressed(new Error());
    System.out.print(trace(outer));
    Exception a = new Exception("a"), b = new Exception("b", a);
    a.initCause(b);
    System.out.print(trace(b));
    attempt(() -> { a.initCause(new Error()); return 0; });
    attempt(() -> { a.addSuppressed(a); return 0; });
    attempt(() -> { a.addSuppressed(null); return 0; });
    try { deep(3); } catch (UnsupportedOperationException e) { System.out.print(trace(e)); }
    Runnable lambda = () -> { Supplier<Object> in = () -> Objects.requireNonNull(null); in.get(); };
    try { lambda.run(); } catch (NullPointerException e) { System.out.print(trace(e).replaceAll("Objects.java:\\d+", "Objects.java")); }
    try { List.of(1, 0).stream().map(i -> 6 / i).sorted().toList(); } catch (ArithmeticException e) {
      for (StackTraceElement f : e.getStackTrace()) if (f.getClassName().startsWith("Throwable")) System.out.println(f);
      System.out.println(e.getStackTrace()[1].getModuleName() + " " + e.getStackTrace()[1].getModuleVersion().split("\\.")[0] + " " + e.getStackTrace()[0].getClassLoaderName());
    }
    Throwable bare = new Throwable("no trace", null, false, false) {};
    bare.addSuppressed(new Error());
    System.out.print(bare.getStackTrace().length + " " + bare.getSuppressed().length + " " + trace(bare));
    Exception edited = new Exception("edited");
    edited.setStackTrace(new StackTraceElement[] {new StackTraceElement("loader", "module", "1.0", "Class", "method", "File.java", 7), new StackTraceElement("C", "m", null, -2), new StackTraceElement("D", "n", "D.java", -1)});
    System.out.print(trace(edited));
    attempt(() -> { edited.setStackTrace(new StackTraceElement[] {null}); return 0; });
    throw new IOException("uncaught", edited);
  }
  static int recursive() { return recursive() + 1; }
}
