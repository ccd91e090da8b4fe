// Instance initialization: field initializers, blocks, this() and super(), a virtual call from a super constructor that sees defaults, exceptions in a constructor.
public class InstanceOrder {
    static StringBuilder log = new StringBuilder();

    static int say(String s, int v) {
        log.append(s).append(' ');
        return v;
    }

    static class P {
        int a = say("P.a", 1);
        { say("P.block", 0); }
        P() { this(say("P.arg", 5)); say("P()", 0); }
        P(int x) { say("P(int)" + x, 0); hook(); }
        void hook() { say("P.hook", 0); }
    }

    static class C extends P {
        int b = say("C.b", 7);
        final int c = 9;
        final Integer d = say("C.d", 11);
        String s = "set";
        { b = b * 2; }
        C() { super(); say("C()", 0); }
        C(long l) { super(say("C.arg", 3)); b += l; }
        void hook() { say("C.hook b=" + b + " c=" + c + " d=" + d + " s=" + s, 0); }
    }

    static InstanceOrder leaked;
    final int set;

    InstanceOrder(boolean fail) {
        leaked = this;
        if (fail) throw new IllegalStateException();
        set = 5;
    }

    class Inner {
        int v = set + 1;
        class Deep { int w = v + set; }
    }

    public static void main(String[] args) {
        C c = new C();
        System.out.println(log);
        System.out.println(c.a + " " + c.b + " " + c.d + " " + c.s);
        log.setLength(0);
        System.out.println(new C(4L).b + " " + log);
        try {
            new InstanceOrder(true);
        } catch (IllegalStateException e) {
            System.out.println("leaked " + leaked.set); // expect: leaked 0
        }
        InstanceOrder o = new InstanceOrder(false);
        InstanceOrder.Inner.Deep deep = o.new Inner().new Deep();
        System.out.println(deep.w); // expect: 11
        InstanceOrder none = null;
        try {
            none.new Inner();
        } catch (NullPointerException e) {
            System.out.println("no outer");
        }
        int local = 3;
        Object anonymous = new P(local) {
            int mine = say("anon " + local, local);
            void hook() { say("anon.hook " + mine + local, 0); }
        };
        System.out.println(anonymous.getClass().getName() + " " + log);
    }
}
