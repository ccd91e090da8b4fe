// run: -Xrs
import sun.misc.Signal;

// -Xrs: the signals that end a program are not the VM's, and stay out of reach; others are handled; SIGTERM ends the process without hooks.
public class ReducedUse {
    static void attempt(String name) {
        try {
            System.out.println(name + ": " + (Signal.handle(new Signal(name), s -> { }) != null));
        } catch (IllegalArgumentException e) {
            System.out.println(name + ": " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"INT", "HUP", "TERM", "QUIT", "USR2"}) attempt(name);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook must not run")));
        System.out.flush();
        new ProcessBuilder("/bin/kill", "-TERM", Long.toString(ProcessHandle.current().pid())).start();
        Thread.sleep(60000);
    }
}
