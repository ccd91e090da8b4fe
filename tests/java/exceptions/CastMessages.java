import java.util.*;

// Texts of ClassCastException: modules and loaders of both classes, arrays, primitives' arrays, user classes.
public class CastMessages {
    static class A {}
    static class B extends A {}
    interface I {}
    enum E { X { } }
    record R(int a) {}

    interface Body { Object run(); }

    static void attempt(Body b) {
        try {
            System.out.println("fine " + (b.run() != null));
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        Object s = "s", a = new A(), i = 1, ints = new int[1], as = new A[1], list = new ArrayList<String>(), nested = new int[1][1];
        attempt(() -> (Integer) s);
        attempt(() -> (A) s);
        attempt(() -> (String) a);
        attempt(() -> (B) a);
        attempt(() -> (I) a);
        attempt(() -> (int[]) s);
        attempt(() -> (String[]) ints);
        attempt(() -> (B[]) as);
        attempt(() -> (Object[]) as);
        attempt(() -> (long[][]) nested);
        attempt(() -> (LinkedList<?>) list);
        attempt(() -> (Runnable) i);
        attempt(() -> (E) a);
        attempt(() -> (R) (Object) E.X);
        attempt(() -> (java.sql.Timestamp) s);
        attempt(() -> (javax.crypto.Cipher) a);
        attempt(() -> (String) null);
        attempt(() -> String.class.cast(5));
        attempt(() -> new TreeSet<Object>(List.of(1, "a")));
        attempt(() -> new TreeMap<Object, Object>(Map.of(a, 1)));
        attempt(() -> (I) (Object) (Runnable) null);
    }
}
