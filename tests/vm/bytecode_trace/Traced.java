// What is traced by the test beside: operands of each type, a loop, a call, an exception, a native method, a method nobody asked for.
public class Traced {
    static int add(int a, int b) {
        return a + b;
    }

    static double mixed(long a, float b, double c, String d, Object[] e) {
        return a + (b + c) + d.length() + e.length;
    }

    static int loop(int n) {
        int sum = 0;
        while (n > 0) {
            sum += n--;
        }
        return sum;
    }

    static synchronized int caught(int[] array) {
        try {
            return array[3];
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
        }
    }

    static int quiet(int a) {
        return a + 1;
    }

    public static void main(String[] args) {
        System.out.println(quiet(add(3, 4)) + mixed(5L, 1.5f, 0.25, "text", new Object[2]) + loop(2) + caught(new int[3]));
    }
}
