// also: javac: -g
// Helpful NullPointerException messages (JEP 358): each bytecode that can fault and each way to name what was null; then with the names of local
// variables in the class file, instead of "<local4>".
public class HelpfulNulls {
    int field;
    long wide;
    HelpfulNulls next;
    String[] names;
    static HelpfulNulls global;
    static int[][] table;

    HelpfulNulls self() { return next; }
    static HelpfulNulls make(int a, String b, long[] c) { return null; }
    Object pick(Object... o) { return null; }

    interface Body { void run() throws Throwable; }

    static void attempt(Body b) {
        try {
            b.run();
            System.out.println("fine");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        } catch (Throwable e) {
            System.out.println("other " + e);
        }
    }

    static void locals(HelpfulNulls parameter, int[] ints, Object o, long skip, double[][] ds) {
        attempt(() -> System.out.println(parameter.field));
        HelpfulNulls local = null;
        try { System.out.println(local.field); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { parameter.wide = 5; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { System.out.println(ints[3]); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { ints[local == null ? 1 : 2]++; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { ds[(int) skip][2] = 1; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { synchronized (o) { System.out.println(); } } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { System.out.println(ints.length); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { o.toString(); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { throw (RuntimeException) o; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    }

    public static void main(String[] args) {
        locals(null, null, null, 1L, new double[2][]);
        HelpfulNulls h = new HelpfulNulls();
        attempt(() -> System.out.println(h.next.next.field));
        attempt(() -> h.next.self().field++);
        attempt(() -> System.out.println(h.self().wide));
        attempt(() -> h.names[2] = "x");
        attempt(() -> System.out.println(h.names[h.field + 1].length()));
        attempt(() -> System.out.println(global.next));
        attempt(() -> global.next = null);
        attempt(() -> System.out.println(table[3][4]));
        attempt(() -> System.out.println(make(1, "b", null).field));
        attempt(() -> h.pick(1, "2").hashCode());
        h.names = new String[3];
        attempt(() -> System.out.println(h.names[h.names.length - 1].length()));
        attempt(() -> System.out.println(h.names[1].equals("x")));
        table = new int[2][];
        attempt(() -> System.out.println(table[1][0]));
        attempt(() -> table[h.field][0] += 2);
        attempt(() -> { Integer i = (Integer) h.pick(); int j = i; });
        attempt(() -> { throw null; });
        attempt(() -> ((Runnable) h.pick()).run());
        attempt(() -> ((String) null).length());
        attempt(() -> { throw new NullPointerException("own text"); });
        attempt(() -> { throw new NullPointerException(); });
        attempt(() -> java.util.Objects.requireNonNull(null, "required"));
        byte[][] bs = new byte[1][]; char[] cs = null; short[] ss = null; long[] ls = null; float[] fs = null; boolean[] zs = null;
        attempt(() -> bs[0][0]++);
        attempt(() -> System.out.println(cs[0]));
        attempt(() -> ss[0] = 1);
        attempt(() -> ls[0] = 1);
        attempt(() -> fs[0] *= 2);
        attempt(() -> System.out.println(zs[0]));
        attempt(() -> System.arraycopy(null, 0, bs, 0, 1));
    }
}
