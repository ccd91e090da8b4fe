// Stack traces with line numbers, causes and "... n more", suppressed ones, cycles, lambdas and constructors in the trace.
public class Traces {
    static void a(int n) {
        if (n == 0) {
            throw new IllegalStateException("bottom");
        }
        a(n - 1);
    }

    Traces(boolean fail) {
        if (fail) {
            a(2);
        }
    }

    static class Own extends Exception {
        Own(String message, Throwable cause) {
            super(message, cause);
        }

        @Override
        public String toString() {
            return "Own<" + getMessage() + ">";
        }
    }

    static void wrap() throws Own {
        try {
            new Traces(true);
        } catch (IllegalStateException e) {
            throw new Own("wrapped", e);
        }
    }

    static class Res implements AutoCloseable {
        final String name;

        Res(String name) {
            this.name = name;
        }

        public void close() throws Exception {
            throw new java.io.IOException("closing " + name);
        }
    }

    static Object multi = null;

    public static void main(String[] args) {
        try {
            wrap();
        } catch (Own e) {
            e.printStackTrace();
        }
        try (Res r1 = new Res("first");
             Res r2 = new Res("second")) {
            throw new RuntimeException("body");
        } catch (Exception e) {
            e.printStackTrace();
        }
        Runnable r = () -> {
            int[] x = {1};
            int y = x[0] / (x[0]
                - 1);
        };
        try {
            r.run();
        } catch (ArithmeticException e) {
            StackTraceElement top = e.getStackTrace()[0];
            System.out.println(top.getLineNumber() + " " + top.getFileName() + " " + top.getClassName() + " " + top.getMethodName());
        }
        try {
            "text".substring(5);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage() + " " + e.getStackTrace().length);
            e.printStackTrace(System.out);
        }
        Throwable x = new Throwable("x");
        Throwable y = new Throwable("y", x);
        x.initCause(y);
        x.printStackTrace(System.out);
        Throwable bare = new Throwable("no trace", null, false, false) {};
        bare.addSuppressed(x);
        System.out.println(bare.getSuppressed().length + " " + bare.getStackTrace().length);
        bare.printStackTrace(System.out);
        StackTraceElement[] fake = {new StackTraceElement("Some", "method", "Some.java", 12), new StackTraceElement("Nat", "ive", null, -2)};
        bare = new Exception("fake");
        bare.setStackTrace(fake);
        bare.printStackTrace(System.out);
        throw new UnsupportedOperationException(
            "uncaught at the end", bare);
    }
}
