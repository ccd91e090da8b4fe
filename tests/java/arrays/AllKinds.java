import java.util.Arrays;

// Arrays of every element type: default values, stores that narrow, loads that extend, length, class names, clone.
public class AllKinds {
    public static void main(String[] args) {
        boolean[] z = new boolean[3];
        byte[] b = new byte[3];
        char[] c = new char[3];
        short[] s = new short[3];
        int[] i = new int[3];
        long[] l = new long[3];
        float[] f = new float[3];
        double[] d = new double[3];
        String[] o = new String[3];
        System.out.println(z[0] + " " + b[0] + " " + (int) c[0] + " " + s[0] + " " + i[0] + " " + l[0] + " " + f[0] + " " + d[0] + " " + o[0]);
        for (int k = 0; k < 3; k++) {
            z[k] = k % 2 == 1;
            b[k] = (byte) (127 + k);
            c[k] = (char) (65535 + k);
            s[k] = (short) (32767 + k);
            i[k] = Integer.MAX_VALUE + k;
            l[k] = Long.MAX_VALUE + k;
            f[k] = k / 3f;
            d[k] = k / 3d;
            o[k] = "s" + k;
        }
        System.out.println(Arrays.toString(z) + Arrays.toString(b) + Arrays.toString(s) + Arrays.toString(i) + Arrays.toString(l));
        System.out.println(Arrays.toString(f) + Arrays.toString(d) + Arrays.toString(o) + (int) c[0] + " " + (int) c[1] + " " + (int) c[2]);
        for (Object a : new Object[] {z, b, c, s, i, l, f, d, o, new int[0][0], new Object[0][][], new Runnable[0]}) {
            Class<?> k = a.getClass();
            System.out.println(k.getName() + " " + k.getSimpleName() + " " + k.getComponentType() + " " + k.getSuperclass() + " " + Arrays.toString(k.getInterfaces()) + " " + java.lang.reflect.Array.getLength(a) + " " + k.getModifiers());
        }
        long[] copy = l.clone();
        copy[0] = 5;
        System.out.println(l[0] + " " + copy[0] + " " + (copy.getClass() == l.getClass()) + " " + l.equals(copy) + " " + Arrays.equals(new long[] {5, copy[1], copy[2]}, copy));
        Object[] objects = new String[] {"x"};
        System.out.println((objects instanceof String[]) + " " + (objects instanceof Comparable[]) + " " + ((Object) i instanceof Cloneable) + " " + ((Object) i instanceof java.io.Serializable) + " " + ((Object) i instanceof Object[]));
        int[][] jagged = {{1}, {}, {2, 3}, null};
        System.out.println(Arrays.deepToString(jagged) + " " + jagged[2].length + " " + new byte[70000].length + " " + Arrays.hashCode(d) + " " + Arrays.deepHashCode(jagged));
    }
}
