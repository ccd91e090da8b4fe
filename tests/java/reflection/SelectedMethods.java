import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.Callable;

// Which methods a class has for reflection: inherited, overridden, hidden and bridge methods, defaults that clash, statics of interfaces, covariant results,
// getMethod's choice among them; the same for fields (JLS 8.4.8, 9.4.1; JVMS 5.4.6).
public class SelectedMethods {
    interface A { default String who() { return "A"; } static String st() { return "A.st"; } int X = 1; }
    interface B extends A { default String who() { return "B"; } int X = 2; }
    interface C extends A { void abstractOne(); }
    static class Base implements A { public String who() { return "Base"; } public static String st() { return "Base.st"; } public Object covariant() { return 1; } protected void guarded() { } void packaged() { } private void hidden() { } public int f = 1; public static int s = 10; }
    static class Derived extends Base implements B { @Override public Integer covariant() { return 2; } public static String st() { return "Derived.st"; } @Override public void guarded() { } void packaged() { } private void hidden() { } public int f = 2; }
    static class Plain implements B, C { public void abstractOne() { } }
    static abstract class Abstract implements C, Comparable<Abstract> { public int compareTo(Abstract a) { return 0; } }
    interface Left { default int both() { return 1; } } interface Right { int both(); }
    static abstract class Both implements Left, Right { public abstract int both(); }
    static class Overloads { public void m(Object o) { } public void m(String s) { } public void m(int... is) { } public Object m() { return null; } }

    static void attempt(String what, Callable<Object> c) {
        try {
            System.out.println(what + " -> " + c.call());
        } catch (InvocationTargetException e) {
            System.out.println(what + " -> target " + e.getCause());
        } catch (Throwable e) {
            System.out.println(what + " -> " + e);
        }
    }
    static String all(Member[] members) {
        TreeSet<String> texts = new TreeSet<>();
        for (Member m : members) if (m.getDeclaringClass() != Object.class) texts.add(m.toString().replaceAll("SelectedMethods\\$|java\\.lang\\.", "") + (m.isSynthetic() ? " synthetic" : ""));
        return String.join("; ", texts);
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> c : new Class<?>[] {A.class, B.class, C.class, Base.class, Derived.class, Plain.class, Abstract.class, Both.class, Overloads.class, Thread.State.class, int[].class, Runnable.class}) {
            System.out.println(c.getSimpleName() + " methods " + all(c.getMethods()));
            System.out.println(c.getSimpleName() + " declared " + all(c.getDeclaredMethods()));
            System.out.println(c.getSimpleName() + " fields " + all(c.getFields()) + " | " + c.getConstructors().length + "/" + c.getDeclaredConstructors().length);
        }
        attempt("covariant", () -> Derived.class.getMethod("covariant").getReturnType());
        attempt("field", () -> Derived.class.getField("f").getInt(new Derived()) + " " + Base.class.getField("f").get(new Derived()) + " " + Derived.class.getField("s").get(null));
        attempt("ambiguous field", () -> Derived.class.getField("X").getDeclaringClass());
        attempt("guarded", () -> Derived.class.getMethod("guarded").getDeclaringClass());
        attempt("guarded above", () -> Base.class.getMethod("guarded"));
        attempt("static of an interface", () -> Plain.class.getMethod("st"));
        attempt("static of an interface, itself", () -> A.class.getMethod("st").invoke(null));
        attempt("static by the subclass", () -> Derived.class.getMethod("st").invoke(null) + " " + Base.class.getMethod("st").invoke(new Derived()));
        attempt("default", () -> Plain.class.getMethod("who").invoke(new Plain()) + " " + A.class.getMethod("who").invoke(new Plain()) + " " + A.class.getMethod("who").invoke(new Derived()) + " " + B.class.getMethod("who").invoke(new Derived()));
        attempt("private is not overridden", () -> { Method m = Base.class.getDeclaredMethod("hidden"); return m.invoke(new Derived()); });
        attempt("abstract of both", () -> Both.class.getMethod("both"));
        attempt("overloads", () -> Overloads.class.getMethod("m", int[].class) + " " + Overloads.class.getMethod("m", String.class) + " " + Overloads.class.getMethod("m"));
        attempt("no such overload", () -> Overloads.class.getMethod("m", Integer.class));
        attempt("null types", () -> Overloads.class.getMethod("m", (Class<?>[]) null));
        attempt("null type", () -> Overloads.class.getMethod("m", (Class<?>) null));
        attempt("constructor by name", () -> Overloads.class.getMethod("<init>"));
        attempt("initializer by name", () -> Thread.State.class.getDeclaredMethod("<clinit>"));
        attempt("null name", () -> Overloads.class.getMethod(null));
        attempt("no such field", () -> Overloads.class.getField("nothing"));
        attempt("array length", () -> int[].class.getField("length"));
        attempt("array clone", () -> int[].class.getMethod("clone"));
        attempt("Object by an interface", () -> Runnable.class.getMethod("toString"));
        attempt("equal members", () -> Derived.class.getMethod("who").equals(Derived.class.getMethod("who")) + " " + (Derived.class.getMethod("who") == Derived.class.getMethod("who")) + " " + Base.class.getMethod("who").equals(Derived.class.getMethod("who")) + " " + Derived.class.getMethod("covariant").hashCode());
    }
}
