import java.util.*;
import java.util.function.*;

// Values live only in odd places when a collection strikes: operand stacks half filled, exceptions in flight, locals of every kind, iterators, captured variables.
public class CaptureRoots {
    static String gc(String s) {
        System.gc();
        for (int i = 0; i < 50; i++) new StringBuilder("junk").append(i).toString();
        return s;
    }
    static int[] box(int x) { return new int[] {x}; }
    static String join(String a, long b, String c, double d, String e) { return a + b + c + d + e; }
    static String thrower(String s) { throw new RuntimeException(gc(s + "!")); }

    public static void main(String[] args) throws Exception {
        System.out.println(join(gc("a") + "b", box(3)[0] + (gc("x").length() * 1L << 33), gc("c" + args.length), 1.5 * gc("yy").length(), new String("e") + gc("f")));
        int[] a = {1, 2, 3};
        a[gc("z").length()] += box(10)[gc("").length()] * gc("12345").length();
        System.out.println(Arrays.toString(a));
        try {
            join(new String("lost"), 1, thrower("in" + "flight"), 2, "never");
        } catch (RuntimeException e) {
            gc("");
            System.out.println(e.getMessage() + e.getStackTrace()[0].getMethodName());
        }
        Supplier<Supplier<String>> s = () -> {
            String inner = gc("inner" + a[0]);
            return () -> gc(inner) + a.length;
        };
        Supplier<String> t = s.get();
        gc("");
        System.out.println(t.get());
        StringBuilder out = new StringBuilder();
        for (String x : new ArrayList<>(List.of(new String("p"), new String("q")))) for (char c : (x + gc("r")).toCharArray()) out.append(gc("" + c));
        System.out.println(out);
        Object o = new Object[] {new Object[] {gc("deep")}, null};
        synchronized (new String(gc("temporary lock"))) {
            synchronized (o) {
                gc("");
                System.out.println(Thread.holdsLock(o) + (String) ((Object[]) ((Object[]) o)[0])[0]);
            }
        }
        String w = null;
        for (int i = 0; i < 3; i++) {
            String prev = w;
            long wide = 1L << (40 + i);
            w = gc("w" + i + prev + wide);
        }
        System.out.println(w);
        System.out.println(new String[][] {{gc("m")}, {gc("n"), new String("k")}}[1][gc("1").length()] + (gc("t").isEmpty() ? gc("1") : gc("2")));
    }
}
