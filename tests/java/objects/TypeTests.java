import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;

// instanceof, checkcast, aastore and Class.isInstance over classes, interfaces, arrays of each dimension: all say the same, and the texts of the failures (JVMS 6.5.checkcast, aastore).
public class TypeTests {
    interface Top { }
    interface Left extends Top { }
    interface Right extends Top { }
    static class A implements Left { }
    static class B extends A implements Right, Comparable<B> { public int compareTo(B b) { return 0; } }
    static final class C extends B { }
    static class D0 { } static class D1 extends D0 { } static class D2 extends D1 { } static class D3 extends D2 { } static class D4 extends D3 { }
    static class D5 extends D4 { } static class D6 extends D5 { } static class D7 extends D6 { } static class D8 extends D7 { } static class D9 extends D8 implements Top { }
    enum E { ONE, TWO { } }
    record R(int x) implements Left { }

    static String tests(Object o) {
        boolean[] all = {o instanceof Object, o instanceof Top, o instanceof Left, o instanceof Right, o instanceof A, o instanceof B, o instanceof C, o instanceof Comparable, o instanceof Serializable, o instanceof Cloneable,
            o instanceof Object[], o instanceof Top[], o instanceof A[], o instanceof B[], o instanceof Object[][], o instanceof A[][], o instanceof Cloneable[], o instanceof Serializable[][], o instanceof int[], o instanceof int[][], o instanceof long[], o instanceof boolean[], o instanceof byte[],
            o instanceof D4, o instanceof D7, o instanceof D8, o instanceof D9, o instanceof E, o instanceof Enum, o instanceof Record, o instanceof Number, o instanceof CharSequence};
        Class<?>[] same = {Object.class, Top.class, Left.class, Right.class, A.class, B.class, C.class, Comparable.class, Serializable.class, Cloneable.class,
            Object[].class, Top[].class, A[].class, B[].class, Object[][].class, A[][].class, Cloneable[].class, Serializable[][].class, int[].class, int[][].class, long[].class, boolean[].class, byte[].class,
            D4.class, D7.class, D8.class, D9.class, E.class, Enum.class, Record.class, Number.class, CharSequence.class};
        StringBuilder line = new StringBuilder();
        for (int k = 0; k < all.length; k++) {
            boolean casts = true;
            try {
                same[k].cast(o);
            } catch (ClassCastException e) {
                casts = false;
            }
            boolean agree = all[k] == same[k].isInstance(o) && casts == (all[k] || o == null) && (o == null || all[k] == same[k].isAssignableFrom(o.getClass()));
            line.append(agree ? all[k] ? '1' : '0' : '?');
        }
        return line.toString();
    }

    interface Action { Object run(); }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        Object[] subjects = {null, new Object(), new A(), new B(), new C(), new D3(), new D7(), new D8(), new D9(), E.ONE, E.TWO, new R(1), "text", 5, 2.5f, new ArrayList<>(), (Runnable) () -> { }, Object.class,
            new Object[0], new A[0], new B[1], new C[2], new Top[0], new A[0][], new C[1][1], new Object[0][], new int[0], new int[0][], new long[1], new boolean[1], new byte[1], new int[1][1][1], new String[0], new E[0], new Cloneable[0], new Integer[0][0], List.of(1)};
        for (Object o : subjects) System.out.println((o == null ? "null" : o.getClass().isHidden() ? "lambda" : o.getClass().getTypeName()) + " " + tests(o));
        Object a = new A(), many = new B[2][3], numbers = new int[4], text = "s";
        attempt("to subclass", () -> (B) a);
        attempt("to interface", () -> (Right) a);
        attempt("to array", () -> (A[]) a);
        attempt("to class of the library", () -> (String) a);
        attempt("from the library", () -> (A) text);
        attempt("inside the library", () -> (Integer) text);
        attempt("to deeper", () -> (B[][][]) many);
        attempt("to other element", () -> (C[][]) many);
        attempt("to supertype", () -> ((Top[][]) many).length + ((Object[]) many).length);
        attempt("primitives", () -> (long[]) numbers);
        attempt("primitive to Object[]", () -> (Object[]) numbers);
        attempt("null", () -> (B[]) null);
        attempt("generic", () -> { List raw = new ArrayList(List.of("x")); List<Integer> wrong = raw; return wrong.get(0) + 1; });
        attempt("varargs", () -> { Object o = new Object[] {"x"}; return ((String[]) o)[0]; });
        Object[] as = new A[2], bs = new C[1], strings = new String[1], rows = new int[2][], faces = new Left[1];
        attempt("store", () -> (as[0] = new C()) != null);
        attempt("store super", () -> bs[0] = new B());
        attempt("store other", () -> strings[0] = 5);
        attempt("store null", () -> strings[0] = null);
        attempt("store row", () -> ((int[]) (rows[1] = new int[7])).length);
        attempt("store wrong row", () -> rows[0] = new long[7]);
        attempt("store face", () -> faces[0] = new R(3));
        attempt("store wrong face", () -> faces[0] = new D9());
        attempt("store out of bounds first", () -> strings[1] = 5);
        System.out.println((many instanceof RandomAccess) + " " + new int[0].getClass().getSuperclass() + " " + C[].class.getSuperclass() + " " + List.of(C[].class.getInterfaces()) + " " + E.TWO.getClass().getSuperclass() + " " + E.TWO.getDeclaringClass()); // expect: false class java.lang.Object class java.lang.Object [interface java.lang.Cloneable, interface java.io.Serializable] class TypeTests$E class TypeTests$E
    }
}
