// A static initializer that throws: ExceptionInInitializerError once, NoClassDefFoundError afterwards with its cause, Errors pass unwrapped; subclasses fail too.
public class ClinitErrors {
    static class Bad {
        static int x = 1;
        static { if (x == 1) throw new IllegalStateException("first time"); }
        static void touch() {}
    }

    static class SubOfBad extends Bad { static { System.out.println("never"); } }

    static class BadError { static int v = fail(); static int fail() { throw new LinkageError("an error"); } }

    interface BadInterface { int V = Integer.parseInt("zz"); }

    static class Nested { static Object o = new SubNested(); }

    static class SubNested { static int q = 1 / Integer.parseInt("0"); }

    interface Body { Object run() throws Throwable; }

    static void attempt(String name, Body b) {
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(name + " " + b.run());
            } catch (Throwable t) {
                System.out.println(name + " " + t + " cause " + t.getCause());
                for (Throwable c = t; c != null; c = c.getCause()) System.out.println("   at " + c.getStackTrace()[0]);
            }
        }
    }

    public static void main(String[] args) {
        attempt("field", () -> Bad.x);
        attempt("method", () -> { Bad.touch(); return 0; });
        attempt("new", Bad::new);
        attempt("sub", SubOfBad::new);
        attempt("error", () -> BadError.v);
        attempt("interface", () -> BadInterface.V);
        attempt("forName", () -> Class.forName("ClinitErrors$Bad"));
        attempt("nested", () -> Nested.o);
        attempt("inner", () -> SubNested.q);
        attempt("array is fine", () -> new Bad[1].length);
        SubNested none = null;
        System.out.println(none instanceof SubNested);
        Thread t = new Thread(() -> attempt("thread", () -> Bad.x));
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            System.out.println(e);
        }
        System.out.println(BadInterface.V);
    }
}
