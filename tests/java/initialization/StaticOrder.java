// Class initialization order (JVMS 5.5): superclass first, interfaces only with defaults, constants do not trigger, arrays and .class do not trigger.
public class StaticOrder {
    static void say(String s) { System.out.println(s); }

    static int val(String s, int v) {
        say(s);
        return v;
    }

    static class Parent {
        static { say("Parent"); }
        static int shared = val("Parent.shared", 1);
    }

    static class Child extends Parent {
        static { say("Child"); }
        static final int CONST = 5;
        static final Integer BOXED = val("Child.BOXED", 6);
        static void nop() {}
    }

    interface Plain { int X = val("Plain.X", 10); }
    interface WithDefault { int Y = val("WithDefault.Y", 11); default void m() {} }
    static class Impl implements Plain, WithDefault { static { say("Impl"); } }

    static class Cycle1 {
        static int a = 5;
        static int seen = Cycle2.b;
        static { a = 50; }
    }

    static class Cycle2 { static int b = Cycle1.a + 1; }

    static class Forward {
        static int first = second();
        static int later = 7;
        static final int fixed = 8;
        static int second() { return later * 10 + fixed; }
    }

    static class Single {
        static final Single ME = new Single();
        static int count = 3;
        int copy = ++count;
        Single() { say("Single " + count); }
    }

    enum En { A, B; static { say("En"); } }

    public static void main(String[] args) throws Exception {
        say("main");
        say("" + Child.CONST);
        Child[] none = new Child[2];
        say(Child.class.getSimpleName() + none.length);
        say("" + Child.shared);
        Child.nop();
        say("" + Child.BOXED);
        new Impl();
        say("" + Impl.X);
        say(Cycle1.seen + " " + Cycle2.b + " " + Cycle1.a); // expect: 6 6 50
        say("" + Forward.first); // expect: 8
        say(Single.count + " " + Single.ME.copy); // expect: 3 1
        Class.forName("StaticOrder$En", false, StaticOrder.class.getClassLoader());
        say("not yet");
        Class.forName("StaticOrder$En");
        say("" + En.B);
    }
}
