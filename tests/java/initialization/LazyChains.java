import java.lang.reflect.*;

// What does and what does not initialize a class: instanceof, casts, arrays, constants, reflection, method handles, subclass statics, interface fields.
public class LazyChains {
    static void say(String s) { System.out.println(s); }
    static class A { static { say("A"); } static final int C = 3; static final String S = "s"; static final Object O = null; static int f; static void m() {} }
    static class B extends A { static { say("B"); } static int g = 4; }
    static class D { static { say("D"); } static void m() {} int x; }
    static class E { static { say("E"); } static int v = F.w + 1; }
    static class F { static { say("F"); } static int w = G.u + 1; }
    static class G { static { say("G"); } static int u = E.v + 100; }
    interface I { int K = say2("I.K"); }
    interface J extends I { int L = say2("J.L"); default void d() {} }
    static class M implements J { static { say("M"); } }
    static int say2(String s) { say(s); return 1; }
    static class N { static { say("N"); } N() { say("N()"); } }

    public static void main(String[] args) throws Exception {
        Object o = "x";
        say("" + (o instanceof A) + A.C + A.S);
        A[][] a = new A[2][2];
        say(a.length + A.class.getName() + A.class.getDeclaredFields().length + A.class.getDeclaredMethods().length);
        A none = (A) null;
        say("" + B.f);
        say("" + B.g);
        Method m = D.class.getDeclaredMethod("m");
        say("have m");
        m.invoke(null);
        say("" + E.v + F.w + G.u);
        M x = null;
        say("declared");
        x = new M();
        say("" + M.K);
        say("" + J.L);
        Constructor<N> c = N.class.getDeclaredConstructor();
        say("have c");
        c.newInstance();
        Field f = Late.class.getDeclaredField("x");
        say(f.getType() + "");
        say("" + f.get(null));
        Class<?> unlinked = Class.forName("LaterOne", false, LazyChains.class.getClassLoader());
        say(unlinked.getSimpleName());
        Object array = Array.newInstance(unlinked, 3);
        java.lang.invoke.MethodHandles.lookup().ensureInitialized(unlinked);
    }
}

class Late {
    static int x = LazyChains.say2("Late");
}

class LaterOne {
    static {
        LazyChains.say("LaterOne");
    }
}
