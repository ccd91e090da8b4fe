// Virtual dispatch: overriding, hiding of fields and statics, private and package methods that only look overridden, super calls over levels.
public class Dispatch {
    static class A {
        String name = "A.name";
        static String st() { return "A.st"; }
        String who() { return "A.who"; }
        private String secret() { return "A.secret"; }
        String callSecret() { return secret(); }
        String callWho() { return who(); }
        String chain() { return "A"; }
        Object covariant() { return "A.cov"; }
        String over(Object o) { return "A.obj"; }
        final String fin() { return "A.fin " + who(); }
        protected long mix(int a, long b) { return a + b; }
    }

    static class B extends A {
        String name = "B.name";
        static String st() { return "B.st"; }
        String who() { return "B.who"; }
        private String secret() { return "B.secret"; }
        String chain() { return "B" + super.chain(); }
        String covariant() { return "B.cov"; }
        String over(String s) { return "B.str"; }
        String superName() { return super.name + "/" + this.name + "/" + ((A) this).name; }
    }

    static class C extends B {
        String who() { return "C.who(" + super.who() + ")"; }
        String secret() { return "C.secret"; }
        String chain() { return "C" + super.chain(); }
        String over(Object o) { return "C.obj"; }
        public long mix(int a, long b) { return super.mix(a, b) * 2; }
    }

    static abstract class Shape {
        abstract double area();
        String describe() { return getClass().getSimpleName() + " " + area(); }
    }

    static class Sq extends Shape {
        double side = 2;
        double area() { return side * side; }
    }

    static class Big extends Sq {
        Big() { side = 10; }
    }

    public static void main(String[] args) {
        A[] all = {new A(), new B(), new C()};
        for (A a : all) {
            System.out.println(a.name + " " + a.who() + " " + a.callSecret() + " " + a.callWho() + " " + a.chain() + " " + a.covariant() + " " + a.over("s") + " " + a.fin() + " " + a.mix(3, 1L << 33));
        }
        B b = new C();
        System.out.println(b.name + " " + b.superName() + " " + b.over("s") + " " + b.over((Object) "s") + " " + ((C) b).secret() + " " + A.st() + " " + B.st() + " " + C.st());
        for (Shape s : new Shape[] {new Sq(), new Big(), new Shape() { double area() { return -1; } }}) {
            System.out.println(s.describe());
        }
        Object[] objects = {"s", 5, 'c', new int[0], new Object() { public String toString() { return "anonymous"; } }};
        for (int i = 0; i < 3; i++) {
            StringBuilder text = new StringBuilder();
            for (Object o : objects) {
                text.append(o instanceof int[] ? "array" : o.toString()).append(' ').append(o.equals(o)).append(' ');
            }
            System.out.println(text);
        }
    }
}
