import java.util.*;
import java.util.concurrent.CountDownLatch;

// stdin: xyz
// Shutdown hooks: all run, registration afterwards refused, identity, removal; Runtime.version and its parts; Console absent.
public class Hooks {
    public static void main(String[] args) throws Exception {
        Runtime runtime = Runtime.getRuntime();
        Thread never = new Thread(() -> System.out.println("never"));
        runtime.addShutdownHook(never);
        try {
            runtime.addShutdownHook(never);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(runtime.removeShutdownHook(never) + " " + runtime.removeShutdownHook(never));
        CountDownLatch firstRan = new CountDownLatch(1);  // hooks start in any order
        Thread first = new Thread(() -> {
            try {
                Runtime.getRuntime().addShutdownHook(new Thread());
            } catch (IllegalStateException e) {
                System.out.println("hook: " + e.getMessage());
            }
            firstRan.countDown();
        });
        Thread last = new Thread(() -> {
            try {
                firstRan.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.out.println("last hook, status still to come");
            throw new IllegalStateException("thrown in a hook");
        }, "last");
        last.setUncaughtExceptionHandler((thread, thrown) -> System.out.println(thread.getName() + ": " + thrown.getMessage()));
        runtime.addShutdownHook(first);
        runtime.addShutdownHook(last);
        Runtime.Version version = Runtime.version();
        System.out.println(version.feature() + " " + version.interim() + " " + version.pre() + " " + Runtime.Version.parse("17.0.2+8").compareTo(Runtime.Version.parse("17.0.10")) + " " + version.toString().startsWith("17"));
        System.out.println(System.console() + " " + (System.in.read() == 'x') + " " + System.in.available());
        try {
            runtime.load("relative.so");
        } catch (UnsatisfiedLinkError e) {
            System.out.println(e.getMessage());
        }
        try {
            System.loadLibrary("no_such_library_here");
        } catch (UnsatisfiedLinkError e) {
            System.out.println(e.getMessage().replaceAll(": .*", ""));
        }
        Thread other = new Thread(() -> System.exit(3));
        other.start();
        other.join();
        System.out.println("unreachable: exit does not return");
    }
}
