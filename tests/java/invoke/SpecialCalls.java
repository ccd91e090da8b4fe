import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import static java.lang.invoke.MethodType.methodType;

// Handles by findSpecial and virtual handles of methods that are final, private, inherited, default or of Object: which method runs (JVMS 5.4.6).
public class SpecialCalls {
    interface Top { default String who() { return "Top"; } }
    interface Left extends Top { default String who() { return "Left"; } }
    interface Right extends Top { default String only() { return "Right.only"; } private String mine() { return "Right.mine"; } }
    static class Grand { String name() { return "Grand"; } protected String shared() { return "Grand.shared"; } public String toString() { return "Grand!"; } private String p() { return "Grand.p"; } }
    static class Parent extends Grand implements Right { String name() { return "Parent"; } private String p() { return "Parent.p"; } }
    static class Child extends Parent implements Left {
        String name() { return "Child"; }
        protected String shared() { return "Child.shared"; }
        public String who() { return "Child.who"; }
        public final String toString() { return "Child!"; }
        static Lookup lookup() { return MethodHandles.lookup(); }
    }
    static abstract class Shape { abstract int sides(); int twice() { return 2 * sides(); } }
    static class Square extends Shape { int sides() { return 4; } static Lookup lookup() { return MethodHandles.lookup(); } }
    enum Kind { A { String s() { return "a"; } }; abstract String s(); }

    /** Interface types are not checked here: the caller of a method must. */
    static Right asRight(Object o) throws Throwable { return (Right) MethodHandles.explicitCastArguments(MethodHandles.identity(Right.class), methodType(Right.class, Object.class)).invokeExact(o); }

    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t.toString().replaceAll("@[0-9a-f]+", "@ID"));
        }
    }

    public static void main(String[] args) {
        Lookup l = Child.lookup();
        Child c = new Child();
        attempt("super.name", () -> l.findSpecial(Parent.class, "name", methodType(String.class), Child.class).invoke(c));
        attempt("grand name", () -> l.findSpecial(Grand.class, "name", methodType(String.class), Child.class).invoke(c));
        attempt("own name", () -> l.findSpecial(Child.class, "name", methodType(String.class), Child.class).invoke(c));
        attempt("super.shared", () -> l.findSpecial(Parent.class, "shared", methodType(String.class), Child.class).invoke(c));
        attempt("super.toString", () -> l.findSpecial(Parent.class, "toString", methodType(String.class), Child.class).invoke(c));
        attempt("Object.toString", () -> l.findSpecial(Object.class, "toString", methodType(String.class), Child.class).invoke(c));
        attempt("super.hashCode", () -> l.findSpecial(Parent.class, "hashCode", methodType(int.class), Child.class).invoke(c).equals(System.identityHashCode(c)));
        attempt("Left.who", () -> l.findSpecial(Left.class, "who", methodType(String.class), Child.class).invoke(c));
        attempt("Top.who", () -> l.findSpecial(Top.class, "who", methodType(String.class), Child.class).invoke(c));
        attempt("Parent.only", () -> l.findSpecial(Parent.class, "only", methodType(String.class), Child.class).invoke(c));
        attempt("Right.only", () -> l.findSpecial(Right.class, "only", methodType(String.class), Child.class).invoke(c));
        attempt("private of parent", () -> l.findSpecial(Parent.class, "p", methodType(String.class), Child.class).invoke(c));
        attempt("private virtual", () -> l.findVirtual(Grand.class, "p", methodType(String.class)).invoke(c));
        attempt("private interface", () -> l.findVirtual(Right.class, "mine", methodType(String.class)).invoke(c));
        attempt("other caller", () -> l.findSpecial(Grand.class, "name", methodType(String.class), Parent.class).invoke(c));
        attempt("unrelated", () -> l.findSpecial(Shape.class, "twice", methodType(int.class), Child.class));
        attempt("constructor", () -> l.findSpecial(Parent.class, "<init>", methodType(void.class), Child.class));
        attempt("static", () -> l.findSpecial(Child.class, "lookup", methodType(Lookup.class), Child.class));
        attempt("weaker", () -> l.dropLookupMode(Lookup.PRIVATE).findSpecial(Parent.class, "name", methodType(String.class), Child.class));
        attempt("receiver type", () -> l.findSpecial(Grand.class, "name", methodType(String.class), Child.class).type());
        attempt("wrong receiver", () -> l.findSpecial(Parent.class, "name", methodType(String.class), Child.class).invoke((Object) new Parent()));
        attempt("abstract super", () -> Square.lookup().findSpecial(Shape.class, "sides", methodType(int.class), Square.class).invoke(new Square()));
        attempt("concrete super", () -> Square.lookup().findSpecial(Shape.class, "twice", methodType(int.class), Square.class).invoke(new Square()));
        attempt("virtual name", () -> l.findVirtual(Grand.class, "name", methodType(String.class)).invoke(c));
        attempt("virtual who", () -> l.findVirtual(Top.class, "who", methodType(String.class)).invoke(c));
        attempt("inherited default", () -> l.findVirtual(Parent.class, "only", methodType(String.class)).invoke(c));
        attempt("default by class", () -> l.findVirtual(Parent.class, "who", methodType(String.class)).invoke(c));
        attempt("default not overridden", () -> l.findVirtual(Parent.class, "who", methodType(String.class)).invoke(new Parent()));
        attempt("final", () -> l.findVirtual(Child.class, "toString", methodType(String.class)).invoke(c));
        attempt("Object by interface", () -> l.findVirtual(Top.class, "toString", methodType(String.class)).invoke(c));
        attempt("Object on array", () -> l.findVirtual(Object.class, "getClass", methodType(Class.class)).invoke(new int[0]));
        attempt("enum constant body", () -> MethodHandles.lookup().findVirtual(Kind.class, "s", methodType(String.class)).invoke(Kind.A));
        attempt("lambda receiver", () -> MethodHandles.lookup().findVirtual(Runnable.class, "toString", methodType(String.class)).invoke((Runnable) () -> { }).toString().startsWith("SpecialCalls$$Lambda"));
        for (int k = 0; k < 2; k++) {
            for (Object o : new Object[] {c, "text", new Parent(), 5, 'c', new int[0]}) {
                attempt("private of interface", () -> asRight(o).mine());
                attempt("default of interface", () -> asRight(o).only());
                attempt("Object's by interface", () -> asRight(o).getClass());
            }
        }
        attempt("not an implementor", () -> {
            MethodHandle h = l.findVirtual(Top.class, "who", methodType(String.class)).asType(methodType(String.class, Object.class));
            return (String) h.invokeExact((Object) "text");
        });
    }
}
