import java.lang.reflect.*;
import java.util.*;

// Methods and constructors by reflection: lookup, invoke with boxing and widening, varargs, exceptions wrapped, access refused, generic signatures.
public class Methods {
    public static class T {
        public T() {}
        private T(int a, String b) { System.out.println("T(" + a + b + ")"); }
        public static long mix(byte b, char c, short s, int i, long l, float f, double d, boolean z) { return b + c + s + i + l + (long) f + (long) d + (z ? 1 : 0); }
        public String vary(String... xs) { return Arrays.toString(xs); }
        private int secret(int x) { return x * 2; }
        public void fails() throws java.io.IOException { throw new java.io.IOException("inside"); }
        public void nothing() {}
        public <X extends Comparable<X>> Map<X, List<? super X>> generic(X[] a, List<int[]> b) throws IllegalStateException { return null; }
        protected synchronized final native void mods();
    }
    static void attempt(String what, java.util.concurrent.Callable<Object> c) {
        try {
            System.out.println(what + " " + c.call());
        } catch (InvocationTargetException e) {
            System.out.println(what + " " + e + " <- " + e.getCause());
        } catch (Exception e) {
            System.out.println(what + " " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        T t = new T();
        Method mix = T.class.getMethod("mix", byte.class, char.class, short.class, int.class, long.class, float.class, double.class, boolean.class);
        attempt("mix", () -> mix.invoke(null, (byte) 1, 'a', (short) 2, 3, 1L << 40, 5.5f, 6.5, true));
        attempt("widened", () -> mix.invoke(null, (byte) 1, 'a', (byte) 2, (short) 3, 'c', 5L, 6.5f, false));
        attempt("narrowed", () -> mix.invoke(null, 1, 'a', (short) 2, 3, 4L, 5f, 6.0, true));
        attempt("too few", () -> mix.invoke(null, 1));
        attempt("null", () -> mix.invoke(null, null, 'a', (short) 2, 3, 4L, 5f, 6.0, true));
        attempt("vary", () -> T.class.getMethod("vary", String[].class).invoke(t, (Object) new String[] {"x", "y"}));
        attempt("vary wrong", () -> T.class.getMethod("vary", String[].class).invoke(t, "x"));
        attempt("fails", () -> T.class.getMethod("fails").invoke(t));
        attempt("void", () -> T.class.getMethod("nothing").invoke(t));
        attempt("null receiver", () -> T.class.getMethod("nothing").invoke(null));
        attempt("wrong receiver", () -> T.class.getMethod("nothing").invoke("s"));
        attempt("missing", () -> T.class.getMethod("secret", int.class));
        Method secret = T.class.getDeclaredMethod("secret", int.class);
        attempt("nest private", () -> secret.invoke(t, 21));
        attempt("library private", () -> String.class.getDeclaredMethod("coder").invoke("s"));
        attempt("set accessible", () -> String.class.getDeclaredField("value").trySetAccessible());
        Constructor<T> c = T.class.getDeclaredConstructor(int.class, String.class);
        attempt("constructor", () -> c.newInstance(5, "five").getClass());
        attempt("abstract", () -> Number.class.getDeclaredConstructor().newInstance());
        attempt("no default", () -> Integer.class.getDeclaredConstructor());
        attempt("in a constructor", () -> { ArrayList.class.getConstructor(int.class).newInstance(-1); return 0; });
        for (Method m : T.class.getDeclaredMethods()) if (m.getName().equals("generic")) System.out.println(m.toGenericString() + " | " + m + " | " + Arrays.toString(m.getGenericParameterTypes()) + m.getTypeParameters()[0].getBounds()[0]);
        Set<String> names = new TreeSet<>();
        for (Method m : T.class.getDeclaredMethods()) names.add(Modifier.toString(m.getModifiers()) + " " + m.getName() + m.getParameterCount() + m.isVarArgs());
        System.out.println(names);
        int sum = 0;
        for (int i = 0; i < 100; i++) sum += (Integer) secret.invoke(t, i);
        System.out.println(sum + " " + Object.class.getMethod("toString").invoke(List.of(1)) + " " + Runnable.class.getMethods().length + " " + int[].class.getMethod("getClass").invoke(new int[0]) + " " + mix.hashCode() + " " + secret.equals(T.class.getDeclaredMethod("secret", int.class)));
    }
}
