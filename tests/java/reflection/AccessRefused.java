import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.Callable;

// Who may not: private and package members of others, members of packages that a module does not export or open, final fields, constructors of
// abstract classes and enums; the texts of the refusals, canAccess, trySetAccessible (JVMS 5.4.4).
public class AccessRefused {
    static class Mate { private int secret = 1; private Mate() { } private static String hidden() { return "nest"; } }
    static abstract class Abstract { public Abstract() { } }
    enum Kind { A }
    interface Face { int X = 3; }
    @interface Mark { }
    class Inner { }
    record Point(int x) { }
    static class Finals { final int constant = 1; final Object object = "a"; static final Object STATIC = "s"; static int counted; private final int[] array = {1}; }

    static void attempt(String what, Callable<Object> c) {
        try {
            System.out.println(what + " -> " + c.call());
        } catch (InvocationTargetException e) {
            System.out.println(what + " -> target " + e.getCause());
        } catch (Throwable e) {
            System.out.println(what + " -> " + e.toString().replaceAll("@[0-9a-f]+", "@#").replaceAll("Lambda.[0-9]+/0x[0-9a-f]+", "Lambda"));
        }
    }
    static Object get(Class<?> c, String field, Object o) throws Exception { return c.getDeclaredField(field).get(o); }

    public static void main(String[] args) throws Exception {
        attempt("private of a nestmate", () -> get(Mate.class, "secret", new Mate()));
        attempt("private constructor of a nestmate", () -> Mate.class.getDeclaredConstructor().newInstance() != null);
        attempt("private static of a nestmate", () -> Mate.class.getDeclaredMethod("hidden").invoke(null));
        attempt("private of String", () -> get(String.class, "value", ""));
        attempt("package-private of ArrayList", () -> get(ArrayList.class, "elementData", new ArrayList<>()));
        attempt("protected of AbstractList", () -> get(AbstractList.class, "modCount", new ArrayList<>()));
        attempt("protected clone", () -> Object.class.getDeclaredMethod("clone").invoke(new int[1]));
        attempt("private constructor", () -> Math.class.getDeclaredConstructor().newInstance());
        attempt("public in a private class", () -> Collections.unmodifiableList(List.of()).getClass().getMethod("size").invoke(Collections.unmodifiableList(List.of())));
        attempt("public in a concealed package", () -> Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null));
        attempt("public field in a concealed package", () -> Class.forName("jdk.internal.misc.Unsafe").getField("INVALID_FIELD_OFFSET").get(null));
        attempt("set accessible, private", () -> { String.class.getDeclaredField("value").setAccessible(true); return "done"; });
        attempt("set accessible, method", () -> { ClassLoader.class.getDeclaredMethod("findLoadedClass", String.class).setAccessible(true); return "done"; });
        attempt("set accessible, protected static", () -> { MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP").setAccessible(true); return "done"; });
        attempt("set accessible, concealed", () -> { Class.forName("sun.security.provider.Sun").getConstructors()[0].setAccessible(true); return "done"; });
        attempt("set accessible, public of an exported one", () -> { String.class.getMethod("length").setAccessible(true); return "done"; });
        attempt("set accessible, opened", () -> { Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe").setAccessible(true); return "done"; });
        attempt("set accessible, Class's constructor", () -> { Class.class.getDeclaredConstructors()[0].setAccessible(true); return "done"; });
        attempt("set accessible, several", () -> { AccessibleObject.setAccessible(new AccessibleObject[] {Mate.class.getDeclaredField("secret"), Thread.class.getDeclaredField("tid")}, true); return "done"; });
        attempt("try", () -> String.class.getDeclaredField("hash").trySetAccessible() + " " + Mate.class.getDeclaredField("secret").trySetAccessible());
        attempt("can access", () -> String.class.getMethod("length").canAccess("s") + " " + String.class.getDeclaredField("hash").canAccess("s") + " " + Mate.class.getDeclaredMethod("hidden").canAccess(null));
        attempt("can access, static with receiver", () -> Mate.class.getDeclaredMethod("hidden").canAccess(new Mate()));
        attempt("can access, no receiver", () -> String.class.getMethod("length").canAccess(null));
        attempt("can access, wrong receiver", () -> String.class.getMethod("length").canAccess(1));
        attempt("filtered field", () -> Field.class.getDeclaredField("modifiers"));
        attempt("filtered field of System", () -> System.class.getDeclaredField("security"));
        attempt("abstract", () -> Abstract.class.getConstructor().newInstance());
        attempt("interface", () -> Face.class.getDeclaredConstructor());
        attempt("annotation", () -> Mark.class.getDeclaredConstructors().length);
        attempt("enum", () -> { Constructor<Kind> k = Kind.class.getDeclaredConstructor(String.class, int.class); k.setAccessible(true); return k.newInstance("B", 1); });
        attempt("inner without outer", () -> Inner.class.getDeclaredConstructor());
        attempt("inner, null outer", () -> Inner.class.getDeclaredConstructor(AccessRefused.class).newInstance((Object) null) != null);
        attempt("array", () -> int[].class.getDeclaredConstructors().length + int.class.getDeclaredMethods().length);
        attempt("Class.newInstance", () -> { @SuppressWarnings("deprecation") Object o = Abstract.class.newInstance(); return o; });
        attempt("Class.newInstance, no constructor", () -> { @SuppressWarnings("deprecation") Object o = Integer.class.newInstance(); return o; });
        Finals f = new Finals();
        for (String name : new String[] {"constant", "object", "STATIC", "counted", "array"}) {
            Field field = Finals.class.getDeclaredField(name);
            Object value = field.get(f) instanceof Integer ? 9 : name.equals("array") ? new int[] {2, 3} : "changed";
            attempt("set " + name, () -> { field.set(f, value); return field.get(f) instanceof int[] a ? a.length : field.get(f); });
            field.setAccessible(true);
            attempt("set accessible " + name, () -> { field.set(f, value); return field.get(f) instanceof int[] a ? a.length : field.get(f); });
        }
        attempt("set a record's", () -> { Field x = Point.class.getDeclaredField("x"); x.setAccessible(true); x.set(new Point(1), 2); return "done"; });
        attempt("set an interface's", () -> { Face.class.getField("X").setInt(null, 4); return "done"; });
        attempt("set a lambda's", () -> { Object captured = args; Runnable r = () -> captured.hashCode(); Field x = r.getClass().getDeclaredFields()[0]; x.setAccessible(true); x.set(r, args); return "done"; });
        attempt("wrong type", () -> { Finals.class.getDeclaredField("counted").set(null, "s"); return "done"; });
        attempt("null for a primitive", () -> { Finals.class.getDeclaredField("counted").set(null, null); return "done"; });
        attempt("wrong accessor", () -> { Finals.class.getDeclaredField("counted").setLong(null, 3L); return "done"; });
        attempt("wrong getter", () -> Finals.class.getDeclaredField("counted").getByte(null));
        attempt("wrong receiver", () -> Mate.class.getDeclaredField("secret").get("s"));
        attempt("no receiver", () -> Mate.class.getDeclaredField("secret").get(null));
        attempt("lookup", () -> MethodHandles.lookup().findGetter(String.class, "hash", int.class));
        attempt("unreflect", () -> MethodHandles.lookup().unreflect(String.class.getDeclaredMethod("isLatin1")));
    }
}
