import java.util.Arrays;
import java.util.List;

// Overload resolution as compiled, varargs forms, null to varargs, and evaluation order of arguments and receivers.
public class Varargs {
    static String f(Object o) { return "Object"; }
    static String f(String s) { return "String"; }
    static String f(int i) { return "int"; }
    static String f(long l) { return "long"; }
    static String f(double d) { return "double"; }
    static String f(Object... os) { return "Object..." + (os == null ? "null" : os.length); }
    static int sum(int... xs) { return Arrays.stream(xs).sum(); }
    @SafeVarargs
    static <T> List<T> list(T... items) { return Arrays.asList(items); }
    static String two(String head, Object... rest) { return head + Arrays.toString(rest); }

    static StringBuilder order = new StringBuilder();

    static int say(int i) {
        order.append(i).append(' ');
        return i;
    }

    Varargs chain(int a, int b) {
        order.append('(').append(a).append(b).append(')');
        return this;
    }

    static Varargs make(int i) {
        order.append('m').append(i);
        return null;
    }

    static void nothing(int i) {}

    public static void main(String[] args) {
        byte b = 1;
        System.out.println(f(b) + f('c') + f(1L) + f(1f) + f("s") + f((Object) "s") + f() + f(1, 2) + f((Object[]) null) + f(new Object[3]) + f(new int[3]) + f(new String[] {"a", "b"}));
        System.out.println(sum() + " " + sum(1) + " " + sum(1, 2, 3) + " " + sum(new int[] {4, 5}));
        System.out.println(list(1, "two", 3.0, null) + " " + list().size() + " " + two("h") + two("h", (Object) null) + two("h", 1, new int[0].length, "x"));
        int[] a = {10, 20, 30};
        int i = 0;
        System.out.println(say(1) + say(2) * say(3) - say(4) + " " + a[i++] + a[i++] + a[i] + " " + order);
        order.setLength(0);
        new Varargs().chain(say(1), say(2)).chain(say(3), say(4));
        System.out.println(order); // expect: 1 2 (12)3 4 (34)
        order.setLength(0);
        try {
            make(1).chain(say(5), say(6));
        } catch (NullPointerException e) {
            System.out.println(order); // expect: m15 6
        }
        int x = 3;
        x = (x = 4) * x + (x += 2) - x;
        System.out.println(x + " " + (i = 2) * (i = 5) * i); // expect: 16 50
        order.setLength(0);
        int[] target = {0, 0};
        try {
            target[say(7)] = say(8) / (say(9) - 9);
        } catch (ArithmeticException e) {
            System.out.println(order); // expect: 7 8 9
        }
        System.out.println(List.of(Arrays.asList(1, 2), List.of()).toString());
    }
}
