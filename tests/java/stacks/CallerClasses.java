import java.lang.StackWalker.Option;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

// Whose class is the caller's: StackWalker.getCallerClass from every kind of frame, and the methods of the library that ask Reflection.getCallerClass, directly, by reflection,
// by method handle and in lambdas.
public class CallerClasses {
    static final StackWalker WALKER = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE), SHOWING = StackWalker.getInstance(Set.of(Option.RETAIN_CLASS_REFERENCE, Option.SHOW_HIDDEN_FRAMES, Option.SHOW_REFLECT_FRAMES));
    public static class Callee {
        public static Class<?> who() { return WALKER.getCallerClass(); }
        public static Class<?> whoShowing() { return SHOWING.getCallerClass(); }
        public Callee() { last = WALKER.getCallerClass(); }
        static Class<?> last;
        public static Class<?> indirect() { return who(); }
        public Class<?> instance() { return WALKER.getCallerClass(); }
    }
    interface Asker { Class<?> ask(); default Class<?> byDefault() { return Callee.who(); } }
    static class Initializer { static final Class<?> SEEN = Callee.who(); }
    enum Kind { A; final Class<?> seen = Callee.who(); }
    record Rec(Class<?> seen) { Rec() { this(Callee.who()); } }

    static String plain(Object o) { return String.valueOf(o).replaceAll("@[0-9a-f]+", "@#").replaceAll("[$0-9]*/0x[0-9a-f]+", "#"); }
    static void attempt(String what, java.util.concurrent.Callable<Object> c) {
        try {
            System.out.println(what + " " + plain(c.call()));
        } catch (InvocationTargetException e) {
            System.out.println(what + " target " + e.getCause());
        } catch (Throwable e) {
            System.out.println(what + " " + plain(e));
        }
    }

    public static void main(String[] args) throws Throwable {
        attempt("direct", () -> Callee.who());
        attempt("indirect", () -> Callee.indirect());
        attempt("main's own", () -> { try { return WALKER.getCallerClass().getName().startsWith("CallerClasses"); } catch (IllegalCallerException e) { return e; } });
        try {
            System.out.println(WALKER.getCallerClass());
        } catch (IllegalCallerException e) {
            System.out.println(e);
        }
        Method who = Callee.class.getMethod("who");
        for (int i = 0; i < 20; i++) if (who.invoke(null) != CallerClasses.class) System.out.println("reflected call " + i);
        attempt("reflected", () -> who.invoke(null));
        attempt("reflected, shown", () -> Callee.class.getMethod("whoShowing").invoke(null));
        attempt("constructed", () -> { Callee.class.getConstructor().newInstance(); return Callee.last; });
        MethodHandle handle = MethodHandles.lookup().findStatic(Callee.class, "who", MethodType.methodType(Class.class));
        System.out.println("handle " + (Class<?>) handle.invokeExact() + " " + handle.invoke() + " " + handle.invokeWithArguments() + " " + MethodHandles.dropArguments(handle, 0, int.class).invoke(1));
        Supplier<Class<?>> reference = Callee::who, lambda = () -> Callee.who();
        System.out.println("method reference " + reference.get() + " lambda " + lambda.get() + " inner " + new Object() { Class<?> ask() { return Callee.who(); } }.ask());
        Asker asker = Callee::indirect;
        System.out.println("default " + asker.byDefault() + " " + Initializer.SEEN + " " + Kind.A.seen + " " + new Rec().seen());
        System.out.println("in the library " + Optional.empty().or(() -> Optional.of(Callee.who())).get() + " " + Map.of("a", 1).entrySet().stream().map(e -> Callee.who()).findFirst().get() + " " + new TreeMap<String, Class<?>>().computeIfAbsent("x", k -> Callee.who()));
        System.out.println("proxy " + ((Supplier<?>) Proxy.newProxyInstance(CallerClasses.class.getClassLoader(), new Class<?>[] {Supplier.class}, (p, m, a) -> Callee.who())).get());
        Class<?>[] other = new Class<?>[1];
        Thread t = new Thread(() -> other[0] = Callee.who());
        t.start();
        t.join();
        System.out.println("thread " + other[0]);
        Thread bare = new Thread() { @Override public void run() { try { other[0] = null; other[0] = WALKER.getCallerClass(); } catch (Throwable e) { System.out.println(e); } } };
        bare.start();
        bare.join();
        System.out.println("run's caller " + other[0]);
        attempt("Class.forName", () -> Class.forName("CallerClasses$Callee").getSimpleName());
        attempt("Class.forName, reflected", () -> Class.class.getMethod("forName", String.class).invoke(null, "CallerClasses$Callee"));
        attempt("Class.forName, by handle", () -> { try { return MethodHandles.lookup().findStatic(Class.class, "forName", MethodType.methodType(Class.class, String.class)).invoke("CallerClasses$Callee"); } catch (Throwable e) { return e; } });
        Function<String, Object> byReference = name -> { try { return Class.forName(name); } catch (ClassNotFoundException e) { return e; } };
        System.out.println(byReference.apply("CallerClasses$Kind") + " " + MethodHandles.lookup() + " " + MethodHandles.class.getMethod("lookup").invoke(null));
        attempt("lookup by handle", () -> { try { return MethodHandles.lookup().findStatic(MethodHandles.class, "lookup", MethodType.methodType(MethodHandles.Lookup.class)).invoke(); } catch (Throwable e) { return e; } });
        attempt("lookup by a method reference", () -> { Supplier<MethodHandles.Lookup> s = MethodHandles::lookup; return s.get(); });
        attempt("getCallerClass by reflection", () -> StackWalker.class.getMethod("getCallerClass").invoke(WALKER));
        attempt("Reflection's own", () -> Class.forName("jdk.internal.reflect.Reflection").getMethod("getCallerClass").invoke(null));
        attempt("Field.get", () -> Callee.class.getDeclaredField("last").get(null));
        attempt("resources", () -> CallerClasses.class.getResource("CallerClasses.class") != null && ClassLoader.getSystemClassLoader().getResource("CallerClasses.class") != null);
        attempt("package", () -> Package.getPackage("java.lang"));
        attempt("logger", () -> System.getLogger("x").getName());
    }
}
