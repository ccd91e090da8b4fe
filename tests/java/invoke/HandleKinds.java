import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.Arrays;
import java.util.List;
import static java.lang.invoke.MethodType.methodType;

// A method handle of each kind, called exactly and with conversions; what each lookup refuses; each text of WrongMethodTypeException.
public class HandleKinds {
    interface Greets {
        default String greet(String who) { return prefix() + who + here(); }
        private String here() { return "!"; }
        String prefix();
        static String shout(String s) { return s.toUpperCase(); }
    }

    static class Base implements Greets {
        protected long wide;
        static double shared = 0.5;
        final String name;
        Base(String name) { this.name = name; }
        public String prefix() { return "base " + name + " "; }
        private int hidden(byte a, long b) { return (int) (a + b); }
    }

    static class Derived extends Base {
        Derived(String name, int... more) { super(name + more.length); }
        @Override
        public String prefix() { return "derived " + name + " "; }
        MethodHandle superPrefix() throws Exception {
            return MethodHandles.lookup().findSpecial(Base.class, "prefix", methodType(String.class), Derived.class);
        }
    }

    static class Over implements Greets {
        public String prefix() { return "over "; }
        public String greet(String who) { return "overridden"; }
        MethodHandle inherited() throws Exception {
            return MethodHandles.lookup().findSpecial(Greets.class, "greet", methodType(String.class, String.class), Over.class);
        }
    }

    static String mix(boolean z, byte b, char c, short s, int i, float f, long j, double d, Object o) {
        return z + " " + b + " " + c + " " + s + " " + i + " " + f + " " + j + " " + d + " " + o;
    }

    static String spread(String first, Object... rest) { return first + Arrays.toString(rest); }

    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t.getClass().getName() + ": " + String.valueOf(t.getMessage()).replaceAll("@[0-9a-f]+", "@HASH"));
        }
    }

    public static void main(String[] args) throws Throwable {
        Lookup lookup = MethodHandles.lookup();
        MethodHandle prefix = lookup.findVirtual(Base.class, "prefix", methodType(String.class));
        System.out.println((String) prefix.invokeExact((Base) new Derived("d", 1, 2))); // expect: derived d2
        System.out.println((String) new Derived("d").superPrefix().invokeExact(new Derived("e")));
        MethodHandle greet = lookup.findVirtual(Greets.class, "greet", methodType(String.class, String.class));
        System.out.println((String) greet.invokeExact((Greets) new Derived("x"), "you"));
        System.out.println((String) greet.invokeExact((Greets) new Over(), "you"));
        System.out.println((String) new Over().inherited().invokeExact(new Over(), "you")); // expect: over you!
        System.out.println((String) lookup.findStatic(Greets.class, "shout", methodType(String.class, String.class)).invokeExact("loud"));
        MethodHandle make = lookup.findConstructor(Derived.class, methodType(void.class, String.class, int[].class));
        System.out.println(make + " " + make.isVarargsCollector() + " " + ((Base) make.invoke("made", 1, 2, 3)).name);
        MethodHandle hidden = lookup.findVirtual(Base.class, "hidden", methodType(int.class, byte.class, long.class));
        System.out.println((int) hidden.invokeExact(new Base("p"), (byte) -3, 1L << 33));
        Base base = new Base("f");
        lookup.findSetter(Base.class, "wide", long.class).invokeExact(base, 77L);
        lookup.findSetter(Base.class, "wide", long.class).invoke((Object) base, (Object) (byte) 5);
        System.out.println((long) lookup.findGetter(Base.class, "wide", long.class).invokeExact(base));
        lookup.findStaticSetter(Base.class, "shared", double.class).invoke(3);
        System.out.println((double) lookup.findStaticGetter(Base.class, "shared", double.class).invokeExact());
        MethodHandle mix = lookup.findStatic(HandleKinds.class, "mix", methodType(String.class, boolean.class, byte.class, char.class, short.class, int.class, float.class, long.class, double.class, Object.class));
        System.out.println((String) mix.invokeExact(true, (byte) 1, 'c', (short) 2, 3, 4f, 5L, 6.0, (Object) "o"));
        System.out.println(mix.invoke(Boolean.FALSE, (Byte) (byte) 1, 'd', (byte) 2, 'e', 'f', 'g', 5L, 9));
        System.out.println(mix.invokeWithArguments(List.of(true, (byte) 9, 'z', (byte) 8, (short) 7, 6, 5, 4f, "list")));
        MethodHandle spread = lookup.findStatic(HandleKinds.class, "spread", methodType(String.class, String.class, Object[].class));
        System.out.println(spread.invoke("v") + " " + spread.invoke("v", 1, 'c', 2.5) + " " + spread.invoke("v", (Object[]) new String[] {"a"}) + " " + spread.asFixedArity().invoke("w", new Object[2]));
        attempt("bound null", () -> prefix.invokeExact((Base) null));
        attempt("exact return", () -> (Object) prefix.invokeExact(base));
        attempt("exact argument", () -> (String) prefix.invokeExact(new Derived("q")));
        attempt("count", () -> prefix.invoke(base, 1));
        attempt("no conversion", () -> hidden.invoke(base, 300, 1L));
        attempt("cast", () -> prefix.invoke((Object) "not a base"));
        attempt("unbox null", () -> hidden.invoke(base, (Object) null, 1L));
        attempt("unbox wrong", () -> hidden.invoke(base, (Object) 1, 1L));
        attempt("asType", () -> prefix.asType(methodType(int.class, Base.class)));
        attempt("arguments", () -> prefix.invokeWithArguments());
        attempt("no method", () -> lookup.findVirtual(Base.class, "absent", methodType(void.class)));
        attempt("static as virtual", () -> lookup.findVirtual(HandleKinds.class, "spread", methodType(String.class, String.class, Object[].class)));
        attempt("virtual as static", () -> lookup.findStatic(Base.class, "prefix", methodType(String.class)));
        attempt("final set", () -> lookup.findSetter(Base.class, "name", String.class));
        attempt("no field", () -> lookup.findGetter(Base.class, "wide", int.class));
        attempt("private of others", () -> MethodHandles.publicLookup().findVirtual(Base.class, "hidden", hidden.type().dropParameterTypes(0, 1)));
        attempt("special caller", () -> lookup.findSpecial(Base.class, "prefix", methodType(String.class), Derived.class));
        attempt("abstract special", () -> lookup.findSpecial(Greets.class, "prefix", methodType(String.class), Greets.class).invoke(base));
        attempt("constructor", () -> lookup.findConstructor(Greets.class, methodType(void.class)));
        attempt("init", () -> lookup.findVirtual(Base.class, "<init>", methodType(void.class, String.class)));
        attempt("thrown", () -> lookup.unreflect(List.class.getMethod("add", Object.class)).invoke(List.of(), 1));
        attempt("array clone", () -> ((int[]) lookup.findVirtual(int[].class, "clone", methodType(Object.class)).invoke(new int[] {4, 5})).length);
        attempt("class string", () -> lookup.findVirtual(int[].class, "getClass", methodType(Class.class)).invoke(new int[0]));
        attempt("invoker", () -> MethodHandles.exactInvoker(prefix.type()).invoke(prefix, base) + "" + MethodHandles.spreadInvoker(mix.type(), 8).type());
        attempt("cracked", () -> lookup.revealDirect(greet) + " " + lookup.revealDirect(make).getReferenceKind());
        attempt("signature", () -> MethodType.fromMethodDescriptorString("(I[[JLjava/lang/String;)V", null).wrap() + " " + new WrongMethodTypeException("w").getMessage());
    }
}
