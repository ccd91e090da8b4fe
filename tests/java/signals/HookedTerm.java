import java.util.concurrent.CountDownLatch;

// SIGTERM from outside while main sleeps: the hooks run, all of them, before the exit code 143; System.exit inside a hook's time blocks for ever and harms nothing.
public class HookedTerm {
    public static void main(String[] args) throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                second.await();
            } catch (InterruptedException e) {
                throw new Error(e);
            }
            System.out.println("first hook, after the second");
        }));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("second hook");
            try {
                Runtime.getRuntime().addShutdownHook(new Thread());
            } catch (IllegalStateException e) {
                System.out.println(e); // expect: java.lang.IllegalStateException: Shutdown in progress
            }
            second.countDown();
        }));
        Thread removed = new Thread(() -> System.out.println("removed hook must not run"));
        Runtime.getRuntime().addShutdownHook(removed);
        System.out.println(Runtime.getRuntime().removeShutdownHook(removed) + " " + Runtime.getRuntime().removeShutdownHook(removed));
        new ProcessBuilder("/bin/kill", "-TERM", Long.toString(ProcessHandle.current().pid())).start();
        Thread.sleep(60000);
        System.out.println("never");
    }
}
