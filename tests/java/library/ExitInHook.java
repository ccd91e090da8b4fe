import java.util.concurrent.*;

// System.exit with a code from another thread: hooks run once, finally blocks do not, main never goes on.
public class ExitInHook {
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook runs")));
        Thread unused = new Thread(() -> System.out.println("removed"));
        Runtime.getRuntime().addShutdownHook(unused);
        System.out.println(Runtime.getRuntime().removeShutdownHook(unused) + " " + Runtime.getRuntime().removeShutdownHook(unused));
        Thread exits = new Thread(() -> {
            try {
                System.out.println("exiting");
                System.exit(42);
            } finally {
                System.out.println("never printed");
            }
        });
        exits.start();
        try {
            new CountDownLatch(1).await();
        } finally {
            System.out.println("nor this");
        }
    }
}
