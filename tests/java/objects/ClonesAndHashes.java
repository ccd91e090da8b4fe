import java.util.Arrays;
import java.util.IdentityHashMap;

// Object.clone of objects and arrays, identity hashes that neither locking nor collection changes, getClass, equals, toString, and default values of what `new` makes.
public class ClonesAndHashes {
    static class Base implements Cloneable {
        byte b = 1; long j = 1L << 60; double d = -0.0; Object shared = new int[] {1, 2}; final String name; volatile boolean z = true; char c = '\uffff'; float f = Float.MIN_VALUE; short s = Short.MIN_VALUE; int i = -1;
        Base(String name) { this.name = name; }
        @Override
        public Base clone() throws CloneNotSupportedException { return (Base) super.clone(); }
        String show() { return b + " " + j + " " + d + " " + ((int[]) shared).length + " " + name + " " + z + " " + (int) c + " " + f + " " + s + " " + i; }
    }

    static class Derived extends Base {
        Base next;
        int[][] deep = {{1}, {2, 3}};
        Derived() { super("derived"); next = this; }
    }

    static class Refuses { Object copy() throws CloneNotSupportedException { return clone(); } }
    record Pair(Object a, long b) implements Cloneable { Object copy() throws CloneNotSupportedException { return clone(); } }
    static class Blank { boolean z; byte b; char c; short s; int i; long j; float f; double d; Object o; int[] a; }

    public static void main(String[] args) throws Exception {
        Derived first = new Derived();
        Object hashed = first;
        int hash = System.identityHashCode(hashed);
        Derived copy;
        synchronized (first) {
            copy = (Derived) first.clone();
            System.out.println(Thread.holdsLock(first) + " " + Thread.holdsLock(copy)); // expect: true false
        }
        System.out.println(copy.show() + " | " + (copy != first) + (copy.getClass() == Derived.class) + (copy.next == first) + (copy.deep == first.deep) + (copy.shared == first.shared));
        copy.i = 5;
        copy.j++;
        System.out.println(first.i + " " + (copy.j - first.j) + " " + (System.identityHashCode(first) == hash));
        try {
            new Refuses().copy();
        } catch (CloneNotSupportedException e) {
            System.out.println(e);
        }
        Pair pair = new Pair("p", 9);
        System.out.println(pair.copy() + " " + pair.equals(pair.copy()) + " " + (pair.hashCode() == pair.copy().hashCode()));
        boolean[] z = {true, false}; byte[] b = {1, 2, 3}; char[] c = {'a'}; short[] s = {7, 8}; int[] i = {1, 2, 3, 4, 5}; long[] j = {1L << 40}; float[] f = {1.5f, 2.5f, 3.5f}; double[] d = {}; String[] t = {"x", null}; int[][] m = {{1}, null, {2, 3}};
        boolean[] z2 = z.clone(); byte[] b2 = b.clone(); char[] c2 = c.clone(); short[] s2 = s.clone(); int[] i2 = i.clone(); long[] j2 = j.clone(); float[] f2 = f.clone(); double[] d2 = d.clone(); String[] t2 = t.clone(); int[][] m2 = m.clone();
        System.out.println(Arrays.toString(z2) + Arrays.toString(b2) + Arrays.toString(c2) + Arrays.toString(s2) + Arrays.toString(i2) + Arrays.toString(j2) + Arrays.toString(f2) + Arrays.toString(d2) + Arrays.toString(t2) + Arrays.deepToString(m2));
        i2[0] = 99;
        m2[0][0] = 98;
        m2[1] = new int[1];
        System.out.println(i[0] + " " + m[0][0] + " " + m[1] + " " + (m2[2] == m[2]) + " " + (d2 != d) + " " + (t2.getClass() == String[].class) + " " + ((Object) ((Object[]) t).clone() instanceof String[]));
        for (int size = 0; size < 40; size++) {
            byte[] bytes = new byte[size];
            for (int k = 0; k < size; k++) bytes[k] = (byte) (k * 7);
            if (!Arrays.equals(bytes, bytes.clone())) System.out.println("differs at " + size);
        }
        Blank blank = new Blank();
        System.out.println(blank.z + " " + blank.b + " " + (int) blank.c + " " + blank.s + " " + blank.i + " " + blank.j + " " + blank.f + " " + blank.d + " " + blank.o + " " + blank.a + " " + (new Object[2][2][][])[1].length + " " + (new int[3][2][1])[2].length + (new char[1][2][0])[0].length);
        Object[] objects = new Object[3000];
        int[] hashes = new int[objects.length];
        for (int k = 0; k < objects.length; k++) objects[k] = k % 3 == 0 ? new int[k % 11] : k % 3 == 1 ? new Blank() : new Object();
        for (int k = 0; k < objects.length; k++) {
            if (k % 2 == 0) {
                synchronized (objects[k]) {
                    hashes[k] = System.identityHashCode(objects[k]);
                }
            } else {
                hashes[k] = objects[k].hashCode();
            }
        }
        IdentityHashMap<Object, Integer> map = new IdentityHashMap<>();
        for (int k = 0; k < objects.length; k++) map.put(objects[k], k);
        byte[][] garbage = new byte[50][];
        for (int k = 0; k < 2000; k++) garbage[k % 50] = new byte[5000];
        System.gc();
        int same = 0, found = 0, distinct = (int) Arrays.stream(hashes).distinct().count();
        for (int k = 0; k < objects.length; k++) {
            same += System.identityHashCode(objects[k]) == hashes[k] ? 1 : 0;
            found += map.get(objects[k]) == k ? 1 : 0;
        }
        System.out.println(same + " " + found + " " + (distinct > 2990) + " " + System.identityHashCode(null));
        Object o = new Object();
        System.out.println(o.toString().equals("java.lang.Object@" + Integer.toHexString(o.hashCode())) + " " + o.equals(o) + " " + o.equals(new Object()) + " " + o.equals(null) + " " + new int[0].equals(new int[0]) + " " + new int[0][].toString().startsWith("[[I@") + " " + new Object() { }.getClass().getName());
        System.out.println(Integer.valueOf(127) == Integer.valueOf(127)); // expect: true
    }
}
