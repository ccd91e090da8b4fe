import java.util.*;

// instanceof and checkcast over a matrix of values and types: deep class chains (beyond any fixed display), many interfaces, arrays.
public class InstanceofMatrix {
    interface I0 {} interface I1 extends I0 {} interface I2 extends I1 {} interface J {} interface K extends I2, J {}
    static class C0 implements I0 {} static class C1 extends C0 {} static class C2 extends C1 implements J {} static class C3 extends C2 {} static class C4 extends C3 implements I2 {}
    static class C5 extends C4 {} static class C6 extends C5 {} static class C7 extends C6 {} static class C8 extends C7 implements K {} static class C9 extends C8 {} static final class C10 extends C9 {}

    static String row(Object o) {
        StringBuilder s = new StringBuilder();
        s.append(o instanceof C0 ? 1 : 0).append(o instanceof C2 ? 1 : 0).append(o instanceof C4 ? 1 : 0).append(o instanceof C7 ? 1 : 0).append(o instanceof C8 ? 1 : 0).append(o instanceof C9 ? 1 : 0).append(o instanceof C10 ? 1 : 0);
        s.append(o instanceof I0 ? 1 : 0).append(o instanceof I1 ? 1 : 0).append(o instanceof I2 ? 1 : 0).append(o instanceof J ? 1 : 0).append(o instanceof K ? 1 : 0);
        s.append(o instanceof C0[] ? 1 : 0).append(o instanceof I0[] ? 1 : 0).append(o instanceof K[] ? 1 : 0).append(o instanceof Object[] ? 1 : 0).append(o instanceof Object[][] ? 1 : 0).append(o instanceof J[][] ? 1 : 0).append(o instanceof int[] ? 1 : 0).append(o instanceof Cloneable ? 1 : 0);
        return s.toString();
    }

    static int casts(Object o) {
        int good = 0;
        try { C5 c = (C5) o; good |= 1; } catch (ClassCastException e) { good |= 0; }
        try { C10 c = (C10) o; good |= 2; } catch (ClassCastException e) { good |= 0; }
        try { K c = (K) o; good |= 4; } catch (ClassCastException e) { good |= 0; }
        try { I0[] c = (I0[]) o; good |= 8; } catch (ClassCastException e) { good |= 0; }
        try { Cloneable c = (Cloneable) o; good |= 16; } catch (ClassCastException e) { good |= 0; }
        return good;
    }

    public static void main(String[] args) {
        Object[] values = {null, "s", new C0(), new C1(), new C2(), new C3(), new C4(), new C5(), new C6(), new C7(), new C8(), new C9(), new C10(), new K() {}, new C0[0], new C8[0], new C10[0][0], new I0[0], new K[0], new int[0], new int[0][0], new Object[0], new J[0][0][0]};
        for (int round = 0; round < 3; round++) {
            int hash = 0;
            for (Object v : values) {
                String r = row(v);
                if (round == 0) System.out.println((v == null ? "null" : v.getClass().getSimpleName()) + " " + r + " " + casts(v));
                hash = hash * 31 + r.hashCode() + casts(v);
            }
            System.out.println(hash);
        }
        System.out.println((Object) new ArrayList<String>() instanceof RandomAccess && !(((Object) new LinkedList<String>()) instanceof RandomAccess));
        System.out.println(I0.class.isInstance(new C3()) + " " + C8.class.isAssignableFrom(C10.class) + " " + K.class.isAssignableFrom(C9.class) + " " + K.class.getInterfaces().length + " " + Object.class.isAssignableFrom(K.class));
    }
}
