// What agent.c watches, part by part.
public class Events {
    static native void watch(String method, String descriptor);

    static int down(int n) {
        return n <= 0 ? n : down(n - 1) + 1;
    }

    static int fail(int n) {
        try {
            return 10 / n;
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    public static void main(String[] args) {
        System.load(args[0]);
        watch(args[1], "(I)I");
        System.out.println(args[1].equals("fail") ? fail(0) : down(3));
        System.out.println(System.getProperty("the.agent"));
    }
}
