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

    static int pause(int millis) throws InterruptedException {
        Object lock = new Object();
        synchronized (lock) {
            synchronized (lock) {
                lock.wait(millis);
            }
        }
        System.gc();
        return millis;
    }

    public static void main(String[] args) throws InterruptedException {
        System.load(args[0]);
        watch(args[1], "(I)I");
        System.out.println(switch (args[1]) {
            case "fail" -> fail(0);
            case "pause" -> pause(1);
            default -> down(3);
        });
        System.out.println(System.getProperty("the.agent"));
    }
}
