import java.io.IOException;

// Precise rethrow, multi-catch, handler search order by range and by type, exceptions through many frames, reuse of one throwable.
public class Rethrow {
    static class E1 extends Exception {}
    static class E2 extends E1 {}
    static class E3 extends RuntimeException {
        E3(String m) { super(m); }
    }

    static void raise(int k) throws Exception {
        switch (k) {
            case 0: throw new E1();
            case 1: throw new E2();
            case 2: throw new E3("three");
            case 3: throw new IOException("io");
            case 4: throw new StackOverflowError("made");
            case 5: int z = 0; z = 1 / z; break;
            case 6: Object o = null; o.hashCode(); break;
            case 7: throw new InterruptedException();
            default: throw new AssertionError(k);
        }
    }

    static String classify(int k) {
        try {
            try {
                raise(k);
                return "none";
            } catch (E2 | E3 e) {
                return "E2|E3 " + e.getClass().getSimpleName();
            } catch (E1 e) {
                return "E1";
            } catch (final Exception e) {
                if (e instanceof IOException) throw e;
                return "Exception " + e.getClass().getSimpleName();
            }
        } catch (IOException e) {
            return "outer io " + e.getMessage();
        } catch (Throwable t) {
            return "outer " + t;
        }
    }

    static int depth(int n) throws E1 {
        if (n == 0) throw new E2();
        try {
            return depth(n - 1) + 1;
        } catch (E2 e) {
            if (n % 10 == 0) throw e;
            throw e;
        } finally {
            counter++;
        }
    }

    static int counter;
    static final RuntimeException SHARED = new RuntimeException("shared");

    static void sneaky(Throwable t) { Rethrow.<RuntimeException>raw(t); }

    @SuppressWarnings("unchecked")
    static <T extends Throwable> void raw(Throwable t) throws T { throw (T) t; }

    public static void main(String[] args) {
        for (int k = 0; k < 9; k++) System.out.println(k + " " + classify(k));
        try {
            depth(200);
        } catch (E1 e) {
            System.out.println(e.getClass().getName() + " " + counter + " " + e.getStackTrace().length); // expect: Rethrow$E2 200 202
        }
        int caught = 0;
        for (int i = 0; i < 5000; i++) {
            try {
                throw SHARED;
            } catch (RuntimeException e) {
                if (e == SHARED) caught++;
            }
        }
        System.out.println(caught + " " + SHARED.getStackTrace()[0].getMethodName());
        try {
            sneaky(new IOException("checked, not declared"));
        } catch (Throwable t) {
            System.out.println(t);
        }
        try {
            throw new Error(new E3("cause"));
        } catch (Error e) {
            System.out.println(e.getMessage() + " / " + e.getCause().getMessage());
        }
        Throwable filled = new E3("f");
        int before = filled.getStackTrace()[0].getLineNumber();
        filled.fillInStackTrace();
        System.out.println(filled.getStackTrace()[0].getLineNumber() - before);
    }
}
