import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Member;
import java.util.List;
import static java.lang.invoke.MethodType.methodType;

// Lookup.revealDirect of a handle of each reference kind, what it reflects as, and which handles are not direct.
public class RevealDirect {
    int field;
    static long shared;
    RevealDirect(int x) { field = x; }
    static int twice(int x) { return 2 * x; }
    private String own(Object... rest) { return "own" + rest.length; }
    public final String last() { return "last"; }
    public String toString() { return "reveal"; }
    MethodHandle above(Lookup l) throws Exception { return l.findSpecial(Object.class, "toString", methodType(String.class), RevealDirect.class); }

    static void show(Lookup l, MethodHandle h) throws Exception {
        try {
            MethodHandleInfo info = l.revealDirect(h);
            Member member = info.reflectAs(Member.class, l);
            System.out.println(info + " | " + MethodHandleInfo.referenceKindToString(info.getReferenceKind()) + " " + info.getDeclaringClass().getSimpleName() + " " + info.getName() + " " + info.getMethodType() + " " + Integer.toHexString(info.getModifiers() & 0xff) + " " + info.isVarArgs() + " | " + member);
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException " + e.getMessage().replaceAll("@[0-9a-f]+", "@ID"));
        }
    }

    public static void main(String[] args) throws Throwable {
        Lookup l = MethodHandles.lookup();
        show(l, l.findStatic(RevealDirect.class, "twice", methodType(int.class, int.class)));
        show(l, l.findVirtual(RevealDirect.class, "own", methodType(String.class, Object[].class)));
        show(l, l.findVirtual(RevealDirect.class, "last", methodType(String.class)));
        show(l, l.findVirtual(RevealDirect.class, "toString", methodType(String.class)));
        show(l, l.findVirtual(RevealDirect.class, "hashCode", methodType(int.class)));
        show(l, l.findVirtual(List.class, "size", methodType(int.class)));
        show(l, l.findVirtual(List.class, "hashCode", methodType(int.class)));
        show(l, l.findVirtual(List.class, "getClass", methodType(Class.class)));
        show(l, l.findVirtual(int[].class, "hashCode", methodType(int.class)));
        show(l, l.findStatic(List.class, "of", methodType(List.class, Object[].class)));
        show(l, new RevealDirect(1).above(l));
        show(l, l.findConstructor(RevealDirect.class, methodType(void.class, int.class)));
        show(l, l.findGetter(RevealDirect.class, "field", int.class));
        show(l, l.findSetter(RevealDirect.class, "field", int.class));
        show(l, l.findStaticGetter(RevealDirect.class, "shared", long.class));
        show(l, l.findStaticSetter(RevealDirect.class, "shared", long.class));
        show(l, l.unreflect(RevealDirect.class.getDeclaredMethod("own", Object[].class)));
        show(l, l.unreflectGetter(RevealDirect.class.getDeclaredField("field")));
        show(l, l.unreflectConstructor(RevealDirect.class.getDeclaredConstructor(int.class)));
        show(l, l.findVirtual(MethodHandle.class, "invokeExact", methodType(int.class, String.class)));
        show(l, l.findVirtual(MethodHandle.class, "invoke", methodType(void.class)));
        show(l, MethodHandles.identity(int.class));
        show(l, l.findStatic(RevealDirect.class, "twice", methodType(int.class, int.class)).asType(methodType(long.class, int.class)));
        show(l, l.findVirtual(RevealDirect.class, "last", methodType(String.class)).bindTo(new RevealDirect(2)));
        show(l, l.findVirtual(RevealDirect.class, "own", methodType(String.class, Object[].class)).asFixedArity());
        try {
            MethodHandles.publicLookup().revealDirect(l.findStatic(RevealDirect.class, "twice", methodType(int.class, int.class)));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " <- " + e.getCause().toString().replaceAll("@[0-9a-f]+", "@ID"));
        }
        System.out.println(MethodHandles.reflectAs(java.lang.reflect.Method.class, l.findStatic(RevealDirect.class, "twice", methodType(int.class, int.class))));
    }
}
