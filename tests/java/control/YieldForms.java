// Switch expressions that yield every type, nested ones, in arguments with a filled operand stack, that throw, and with try inside.
public class YieldForms {
    enum E { A, B, C }
    static long wide(int k) {
        long v = switch (k) { case 0 -> 5; case 1 -> { long t = 1L << 33; yield t; } case 2, 3 -> 'c'; default -> { try { yield Integer.parseInt("x" + k); } catch (NumberFormatException e) { yield -1; } finally { count++; } } };
        return 1L + v;
    }
    static int count;
    static String show(E e, int n) { return e + switch (e) { case A -> switch (n) { case 1 -> "one"; default -> "many"; }; case B -> { String s = ""; for (int i = 0; i < n; i++) s += i; yield s; } case C -> throw new IllegalStateException("C" + n); }; }
    static Object boxed(int k) { return switch (k) { case 0 -> 1; case 1 -> 2.5f; default -> 3L; }; }
    static Object old(int k) { return switch (k) { case 0: yield "zero"; case 1: k += 5; case 2: yield k; default: yield null; }; }

    public static void main(String[] args) throws Exception {
        for (int k = 0; k < 6; k++) System.out.print(wide(k) + " " + boxed(k) + " " + old(k) + "; ");
        System.out.println(count);
        for (E e : E.values()) for (int n = 1; n < 3; n++) {
            try {
                System.out.println(String.join("|", "first", show(e, n), "last" + switch (n) { case 1 -> 1.5; default -> 2; }));
            } catch (IllegalStateException x) {
                System.out.println(x.getMessage());
            }
        }
        boolean b = switch (args.length) { case 0 -> true; default -> false; } && 3 * switch ("k") { case "k" -> 4; default -> 0; } == 12;
        System.out.println(b);
    }
}
