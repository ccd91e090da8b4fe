import java.util.function.Supplier;

// Default, static and private interface methods; conflicts resolved with X.super; maximally specific choice; itable calls of several interfaces.
public class Interfaces {
    interface Named {
        default String name() { return "Named:" + helper(); }
        private String helper() { return "private " + getClass().getSimpleName(); }
        static String util() { return "Named.util"; }
    }

    interface Loud extends Named {
        default String name() { return "LOUD " + Named.super.name(); }
    }

    interface Quiet extends Named {
        default String name() { return "quiet " + Named.super.name(); }
    }

    static class Both implements Loud, Quiet {
        public String name() { return Loud.super.name() + " & " + Quiet.super.name(); }
    }

    static class OnlyNamed implements Named {}

    static class LoudAgain extends OnlyNamed implements Loud {}

    static class Base {
        public String name() { return "Base wins"; }
    }

    static class Derived extends Base implements Named {}

    interface I1 { int f(int x); }
    interface I2 { int f(int x); default int g(int x) { return f(x) + 1; } }
    interface I3<T> { T f(T x); }

    static class Impl implements I1, I2, I3<Integer> {
        public int f(int x) { return x * 2; }
        public Integer f(Integer x) { return x * 3; }
    }

    interface WithField {
        int[] SHARED = {Interfaces.count()};
        int CONST = 5;
    }

    static int counted;

    static int count() { return ++counted; }

    static class Uses implements WithField {}

    interface Diamond { default String d() { return "top"; } }
    interface Left extends Diamond {}
    interface Right extends Diamond { default String d() { return "right"; } }
    static class Bottom implements Left, Right {}

    public static void main(String[] args) {
        for (Named n : new Named[] {new Both(), new OnlyNamed(), new LoudAgain(), new Derived(), new Named() {}}) {
            System.out.println(n.name());
        }
        System.out.println(Named.util());
        Impl impl = new Impl();
        I1 i1 = impl;
        I2 i2 = impl;
        I3<Integer> i3 = impl;
        System.out.println(i1.f(5) + " " + i2.g(5) + " " + i3.f(5) + " " + impl.f(7)); // expect: 10 11 15 14
        System.out.println(Uses.CONST + " " + counted);
        System.out.println(Uses.SHARED[0] + " " + counted);
        System.out.println(new Bottom().d()); // expect: right
        Supplier<Supplier<String>> s = () -> () -> "nested supplier";
        System.out.println(s.get().get());
        Comparable<String> c = "b";
        CharSequence q = "chars";
        System.out.println(c.compareTo("a") + " " + q.length() + " " + q.charAt(2) + " " + q.hashCode() + " " + i1.equals(i2) + " " + q.getClass().getName());
        I1 lambda = x -> x - 1;
        int sum = 0;
        for (int i = 0; i < 3000; i++) {
            I1 which = i % 3 == 0 ? lambda : i % 3 == 1 ? i1 : y -> y ^ 3;
            sum += which.f(i);
        }
        System.out.println(sum);
    }
}
