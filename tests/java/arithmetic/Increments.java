// Increments and compound assignments of every target: locals (iinc, wide iinc), fields, statics, array elements; the value left on the stack.
public class Increments {
    int field = 10;
    long wide = 20;
    static int counter = 30;
    static double real = 1.5;
    byte small = 127;
    static char letter = 'y';
    Integer boxed = 127;
    static Increments shared = new Increments();

    static int calls;

    static Increments get() {
        calls++;
        return shared;
    }

    static int[] array(int[] a) {
        calls++;
        return a;
    }

    public static void main(String[] args) {
        int i = 0;
        System.out.println(i++ + " " + ++i + " " + i-- + " " + --i); // expect: 0 2 2 0
        i += 1000;
        i += 40000;
        i -= 32768;
        i += -32769;
        System.out.println(i);
        System.out.println(get().field++ + " " + ++get().field + " " + (get().field += 5) + " " + (get().wide <<= 3) + " " + get().wide--);
        System.out.println(counter++ + " " + ++counter + " " + (counter ^= 255) + " " + real++ + " " + ++real + " " + (real *= 2));
        System.out.println(get().small++ + " " + get().small + " " + letter++ + " " + letter + " " + ++letter);
        System.out.println(get().boxed++ + " " + ++get().boxed + " " + (get().boxed += 3));
        int[] a = {1, 2, 3};
        long[] ls = {1L << 40, 7};
        double[] ds = {0.5};
        byte[] bs = {-128};
        char[] cs = {'a'};
        short[] ss = {32767};
        float[] fs = {2.5f};
        String[] strings = {"s", null};
        int k = 0;
        System.out.println(array(a)[k++]++ + " " + ++array(a)[k++] + " " + (array(a)[k] *= a[0] + k) + " " + k);
        System.out.println(ls[0]++ + " " + --ls[0] + " " + (ls[1] %= 4) + " " + ds[0]-- + " " + ds[0] + " " + --bs[0] + " " + cs[0]++ + cs[0] + " " + ++ss[0] + " " + (fs[0] /= 2));
        System.out.println((strings[0] += 1 + 2L) + (strings[1] += 'c') + strings[0].length());
        int x = 5;
        x = x++ + ++x;
        System.out.println(x); // expect: 12
        x += x++ * 2 + x;
        System.out.println(x); // expect: 49
        int y = x = 3;
        y += y -= y *= 2;
        System.out.println(x + " " + y + " " + calls);
    }
}
