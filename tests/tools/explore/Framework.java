// What a test framework is like: work that no schedule changes, and then the test.
public class Framework {
    static class Test {
        static int plain;

        static {
            System.out.println("in its class");
        }

        static void run() throws InterruptedException {
            System.out.println("in the test");
            Thread one = new Thread(() -> plain++, "one"), two = new Thread(() -> plain++, "two");
            one.start();
            two.start();
            one.join();
            two.join();
            System.out.println(plain);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println("before");
        Test.run();
    }
}
