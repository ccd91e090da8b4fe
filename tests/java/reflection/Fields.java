import java.lang.reflect.*;
import java.util.*;

// Fields by reflection: every type, statics and finals, widening on get, type errors, private access in the nest.
public class Fields {
    public static class T {
        public boolean z = true; public byte b = 1; public char c = 'c'; public short s = 2; public int i = 3; public long l = 4; public float f = 5.5f; public double d = 6.5; public Object o = "o";
        private int hidden = 7;
        public final int fin = Integer.parseInt("8");
        public static long st = 9;
        public static final String CONST = "const";
        volatile transient protected List<String>[] generic;
    }
    static void attempt(String what, java.util.concurrent.Callable<Object> c) {
        try {
            System.out.println(what + " " + c.call());
        } catch (Exception e) {
            System.out.println(what + " " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        T t = new T();
        for (String name : "z b c s i l f d o hidden fin st CONST".split(" ")) {
            Field f = T.class.getDeclaredField(name);
            attempt(name + " get", () -> f + " = " + f.get(t));
            attempt(name + " getLong", () -> f.getLong(t));
            attempt(name + " getDouble", () -> f.getDouble(t));
            attempt(name + " set", () -> { f.set(t, f.get(t)); return "ok"; });
            attempt(name + " setInt", () -> { f.setInt(t, 100); return f.get(t); });
            attempt(name + " setString", () -> { f.set(t, "text"); return f.get(t); });
        }
        Field fin = T.class.getField("fin");
        fin.setAccessible(true);
        fin.setInt(t, 80);
        System.out.println(fin.get(t) + " " + t.fin);
        attempt("null object", () -> T.class.getField("i").get(null));
        attempt("wrong object", () -> T.class.getField("i").get("s"));
        attempt("missing", () -> T.class.getField("hidden"));
        Field g = T.class.getDeclaredField("generic");
        System.out.println(g.toGenericString() + " " + Modifier.toString(g.getModifiers()) + " " + g.getType() + " " + g.getGenericType());
        StringBuilder order = new StringBuilder();
        for (Field f : T.class.getDeclaredFields()) order.append(f.getName()).append(' ');
        System.out.println(order);
        Object a = Array.newInstance(int.class, 3);
        Array.set(a, 0, (byte) 5);
        Array.setChar(a, 1, 'A');
        attempt("long to int[]", () -> { Array.setLong(a, 2, 1L); return 0; });
        attempt("index", () -> Array.get(a, 3));
        attempt("no array", () -> Array.getLength("s"));
        attempt("negative", () -> Array.newInstance(String.class, -1));
        attempt("void", () -> Array.newInstance(void.class, 1));
        System.out.println(Array.getDouble(a, 1) + " " + Arrays.toString((int[]) a) + " " + Array.newInstance(int[].class, 2).getClass());
    }
}
