import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

// Fields of each type, static and instance, plain, volatile and final: read and written by instructions and by reflection; narrowing on store; fields hidden by
// subclasses and interfaces; constants of interfaces; initial values before constructors run (JVMS 2.3, 6.5.putfield; JLS 8.3).
public class EveryType {
    boolean z; byte b; char c; short s; int i; long j; float f; double d; Object o; int[] a;
    volatile boolean vz; volatile byte vb; volatile char vc; volatile short vs; volatile int vi; volatile long vj; volatile float vf; volatile double vd; volatile Object vo;
    static boolean sz; static byte sb; static char sc; static short ss; static int si; static long sj; static float sf; static double sd; static Object so;
    final int fi; final long fj = Long.parseLong("77"); final String fs = "constant";
    static final int KNOWN = 12; static final Integer BOXED = 1200; static final double LATER = Double.parseDouble("2.5");
    byte tail1; boolean tail2; byte tail3;

    EveryType(int fi) { this.fi = fi; }

    static class Parent {
        String name = "parent"; static String klass = "Parent"; protected long x = 1;
        Parent() { seen(); }
        void seen() { System.out.println("parent sees " + name); }
        String name() { return name; }
    }

    interface Named { String name = String.valueOf("interface"); int SIZE = 3; }
    interface Other { int SIZE = 4; }

    static class Child extends Parent implements Named, Other {
        String name = "child"; static String klass = "Child"; int x = 2; int early = 5;
        Child() { super(); }
        @Override
        void seen() { System.out.println("child sees " + name + " " + early + " " + x + " " + super.x); }
        String all() { return name + super.name + ((Parent) this).name + Named.name + klass + Parent.klass + x + super.x + Named.SIZE + Other.SIZE; }
    }

    static void narrow(EveryType e, int v) {
        e.b = (byte) v; e.c = (char) v; e.s = (short) v; e.z = (v & 1) != 0; e.tail1 = (byte) (v + 1); e.tail2 = !e.z; e.tail3 = (byte) (v + 3);
        e.b += 100; e.c++; e.s -= 1; e.tail3 >>>= 1;
        System.out.println(v + ": " + e.b + " " + (int) e.c + " " + e.s + " " + e.z + " " + e.tail1 + " " + e.tail2 + " " + e.tail3 + " " + e.i + " " + e.j);
    }

    static void attempt(String what, java.util.concurrent.Callable<?> action) {
        try {
            System.out.println(what + ": " + action.call());
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    public static void main(String[] args) throws Exception {
        EveryType e = new EveryType(3);
        for (int v : new int[] {0, 1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, -1, -129, Integer.MIN_VALUE}) narrow(e, v);
        e.vz = !e.vz; e.vb--; e.vc += 'a'; e.vs = (short) 40000; e.vi = e.vi++ + ++e.vi; e.vj |= 1L << 63; e.vf -= 0.1f; e.vd /= 0; e.vo = e;
        System.out.println(e.vz + " " + e.vb + " " + e.vc + " " + e.vs + " " + e.vi + " " + e.vj + " " + e.vf + " " + e.vd + " " + (e.vo == e));
        sz ^= true; sb = (byte) 200; sc = (char) -1; ss = (short) 70000; si = Integer.MAX_VALUE; si++; sj = Double.doubleToLongBits(-1.0); sf = 1e38f * 10; sd = 0.0 / 0; so = new int[][] {{sb}};
        System.out.println(sz + " " + sb + " " + (int) sc + " " + ss + " " + si + " " + sj + " " + sf + " " + sd + " " + ((int[][]) so)[0][0]);
        Child child = new Child();
        Parent parent = child;
        System.out.println(child.all() + " " + parent.name + parent.x + child.x + parent.name() + ((Named) child).name); // expect: childparentparentinterfaceChildParent2134 parent12parentinterface
        parent.name = "changed";
        parent.x = 1L << 40;
        System.out.println(child.name + " " + child.name() + " " + child.x + " " + ((Parent) child).x);
        StringBuilder kinds = new StringBuilder();
        for (Field field : EveryType.class.getDeclaredFields()) {
            kinds.append(Modifier.toString(field.getModifiers())).append(' ').append(field.getType().getSimpleName()).append(' ').append(field.getName()).append('=');
            Object value = field.get(e);
            kinds.append(value == e ? "this" : value instanceof int[][] ? "rows" : value).append("; ");
        }
        System.out.println(kinds);
        Object[] values = {true, (byte) -7, 'q', (short) -300, 70000, 1L << 50, 1.25f, -1e100, "object", new int[] {4}};
        for (int k = 0; k < 10; k++) EveryType.class.getDeclaredFields()[k].set(e, values[k]);
        System.out.println(e.z + " " + e.b + " " + e.c + " " + e.s + " " + e.i + " " + e.j + " " + e.f + " " + e.d + " " + e.o + " " + e.a[0]);
        Field i = EveryType.class.getDeclaredField("i"), j = EveryType.class.getDeclaredField("j"), z = EveryType.class.getDeclaredField("z"), fi = EveryType.class.getDeclaredField("fi"), known = EveryType.class.getDeclaredField("KNOWN");
        i.setByte(e, (byte) -5);
        j.setChar(e, 'A');
        System.out.println(i.getLong(e) + " " + i.getDouble(e) + " " + j.getFloat(e) + " " + e.i + " " + e.j);
        attempt("narrower", () -> j.getInt(e));
        attempt("wider", () -> { i.setLong(e, 1); return e.i; });
        attempt("boolean as int", () -> z.getInt(e));
        attempt("wrong box", () -> { i.set(e, "text"); return 0; });
        attempt("null to primitive", () -> { i.set(e, null); return 0; });
        attempt("null receiver", () -> i.get(null));
        attempt("wrong receiver", () -> i.get("text"));
        attempt("final", () -> { fi.setInt(e, 4); return 0; });
        fi.setAccessible(true);
        attempt("final, accessible", () -> { fi.setInt(e, 4); return e.fi + " " + fi.getInt(e); });
        known.setAccessible(true);
        attempt("static final", () -> { known.setInt(null, 4); return 0; });
        attempt("null object", () -> ((EveryType) null).j);
        attempt("null object, put", () -> { EveryType none = null; none.d = 5; return 0; });
        attempt("static through null", () -> ((EveryType) null).si);
        System.out.println(KNOWN + " " + BOXED + " " + LATER + " " + e.fi + " " + e.fj + " " + e.fs);
    }
}
