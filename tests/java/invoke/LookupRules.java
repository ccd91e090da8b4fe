import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import static java.lang.invoke.MethodType.methodType;

// What a Lookup may: modes after in, dropLookupMode and privateLookupIn; each find with members of each access, by own, nested, strange and
// public lookups; accessClass, findClass, ensureInitialized; the texts of what is refused.
public class LookupRules {
    private int hidden = 1;
    protected int guarded = 2;
    int here = 3;
    public int open = 4;
    private static String secret() { return "secret"; }
    protected static String kept() { return "kept"; }
    static String near() { return "near"; }
    public static String free() { return "free"; }
    private LookupRules() { }
    LookupRules(int x) { open = x; }

    static class Nested {
        private static final String CONSTANT = "constant";
        private final int fixed = 7;
        private String own() { return "own"; }
        static Lookup lookup() { return MethodHandles.lookup(); }
    }

    static class Loud {
        static { System.out.println("Loud initialized"); }
        static int x = 5;
    }

    private interface Face { int m(); }

    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + String.valueOf(action.run()).replaceAll("0x[0-9a-f]+", "ID"));
        } catch (Throwable t) {
            System.out.println(what + ": " + t.toString().replaceAll("@[0-9a-f]+", "@ID") + (t.getCause() == null ? "" : " <- " + t.getCause().toString().replaceAll("@[0-9a-f]+", "@ID")));
        }
    }

    static void finds(String who, Lookup l) {
        System.out.println("-- " + who + " " + l + " modes " + l.lookupModes() + " full " + l.hasFullPrivilegeAccess() + " previous " + l.previousLookupClass());
        for (String field : new String[] {"hidden", "guarded", "here", "open", "absent"}) {
            attempt(field, () -> l.findGetter(LookupRules.class, field, int.class));
        }
        for (String method : new String[] {"secret", "kept", "near", "free", "absent"}) {
            attempt(method, () -> l.findStatic(LookupRules.class, method, methodType(String.class)).invoke());
        }
        attempt("constructor", () -> l.findConstructor(LookupRules.class, methodType(void.class)));
        attempt("constructor(int)", () -> ((LookupRules) l.findConstructor(LookupRules.class, methodType(void.class, int.class)).invoke(9)).open);
        attempt("nested field", () -> l.findStaticGetter(Nested.class, "CONSTANT", String.class).invoke());
        attempt("nested method", () -> l.findVirtual(Nested.class, "own", methodType(String.class)).invoke(new Nested()));
        attempt("face", () -> l.findVirtual(Face.class, "m", methodType(int.class)));
        attempt("library", () -> l.findVirtual(ArrayList.class, "grow", methodType(Object[].class)));
        attempt("library class", () -> l.findClass("java.util.Collections$EmptyList"));
        attempt("accessClass", () -> l.accessClass(Nested.class));
        attempt("protected of Object", () -> l.findVirtual(Object.class, "clone", methodType(Object.class)));
    }

    public static void main(String[] args) throws Throwable {
        Lookup own = MethodHandles.lookup();
        finds("own", own);
        finds("nested", Nested.lookup());
        finds("in String", own.in(String.class));
        finds("public", MethodHandles.publicLookup());
        finds("dropped private", own.dropLookupMode(Lookup.PRIVATE));
        finds("dropped package", own.dropLookupMode(Lookup.PACKAGE));
        finds("dropped all", own.dropLookupMode(Lookup.PUBLIC));
        finds("private in Nested", MethodHandles.privateLookupIn(Nested.class, own));
        System.out.println("-- rules");
        for (int mode : new int[] {Lookup.PUBLIC, Lookup.PRIVATE, Lookup.PROTECTED, Lookup.PACKAGE, Lookup.MODULE, Lookup.UNCONDITIONAL, Lookup.ORIGINAL, 3}) {
            attempt("drop " + mode, () -> own.dropLookupMode(mode) + " " + own.in(Nested.class).dropLookupMode(mode).lookupModes());
        }
        attempt("private in String", () -> MethodHandles.privateLookupIn(String.class, own));
        attempt("private in int", () -> MethodHandles.privateLookupIn(int.class, own));
        attempt("private by weaker", () -> MethodHandles.privateLookupIn(Nested.class, own.dropLookupMode(Lookup.MODULE)));
        attempt("in array", () -> own.in(int[].class));
        attempt("in void", () -> own.in(void.class));
        attempt("static as virtual", () -> own.findVirtual(LookupRules.class, "free", methodType(String.class)));
        attempt("virtual as static", () -> own.findStatic(Nested.class, "own", methodType(String.class)));
        attempt("constructor by name", () -> own.findVirtual(LookupRules.class, "<init>", methodType(void.class)));
        attempt("initializer by name", () -> own.findStatic(Loud.class, "<clinit>", methodType(void.class)));
        attempt("constructor result", () -> own.findConstructor(LookupRules.class, methodType(Object.class)));
        attempt("array constructor", () -> own.findConstructor(int[].class, methodType(void.class, int.class)));
        attempt("abstract constructor", () -> own.findConstructor(Number.class, methodType(void.class)).invoke());
        attempt("static getter of field", () -> own.findStaticGetter(LookupRules.class, "open", int.class));
        attempt("getter of static", () -> own.findGetter(Nested.class, "CONSTANT", String.class));
        attempt("setter of final", () -> own.findSetter(Nested.class, "fixed", int.class));
        attempt("field type", () -> own.findGetter(LookupRules.class, "open", long.class));
        attempt("array clone", () -> ((int[]) own.findVirtual(int[].class, "clone", methodType(Object.class)).invoke(new int[3])).length);
        attempt("array length", () -> own.findGetter(int[].class, "length", int.class));
        attempt("null", () -> own.findStatic(LookupRules.class, null, methodType(void.class)));
        attempt("findClass", () -> own.findClass("LookupRules$Loud"));
        attempt("findClass absent", () -> own.findClass("absent.Nothing"));
        attempt("findClass array", () -> own.findClass("[LLookupRules;"));
        attempt("ensureInitialized", () -> own.ensureInitialized(Loud.class));
        attempt("initialize int", () -> own.ensureInitialized(int.class));
        attempt("initialize other", () -> MethodHandles.publicLookup().ensureInitialized(LookupRules.class));
        attempt("bind", () -> own.bind("text", "length", methodType(int.class)).invoke());
        attempt("bind null", () -> own.bind(null, "length", methodType(int.class)));
        attempt("bind private", () -> own.bind("text", "isLatin1", methodType(boolean.class)));
        attempt("unreflect", () -> own.unreflect(LookupRules.class.getDeclaredMethod("secret")).invoke());
        attempt("unreflect strange", () -> MethodHandles.publicLookup().unreflect(LookupRules.class.getDeclaredMethod("secret")));
        attempt("unreflect opened", () -> {
            java.lang.reflect.Method m = LookupRules.class.getDeclaredMethod("secret");
            m.setAccessible(true);
            return MethodHandles.publicLookup().unreflect(m).invoke();
        });
        attempt("unreflect setter of final", () -> {
            java.lang.reflect.Field f = Nested.class.getDeclaredField("fixed");
            f.setAccessible(true);
            Nested n = new Nested();
            own.unreflectSetter(f).invoke(n, 8);
            return own.unreflectGetter(f).invoke(n);
        });
        attempt("unreflect setter of static final", () -> {
            java.lang.reflect.Field f = Nested.class.getDeclaredField("CONSTANT");
            f.setAccessible(true);
            return own.unreflectSetter(f);
        });
        attempt("caller sensitive", () -> MethodHandles.publicLookup().findStatic(Class.class, "forName", methodType(Class.class, String.class)));
        attempt("caller sensitive own", () -> own.findStatic(Class.class, "forName", methodType(Class.class, String.class)).invoke("LookupRules$Face"));
        attempt("lookup of lookup", () -> own.findStatic(MethodHandles.class, "lookup", methodType(Lookup.class)).invoke());
        attempt("type of absent", () -> MethodType.fromMethodDescriptorString("(Labsent/T;)V", null));
        attempt("bad descriptor", () -> MethodType.fromMethodDescriptorString("(I", null));
    }
}
