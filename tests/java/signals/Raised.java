import java.util.concurrent.LinkedBlockingQueue;
import sun.misc.Signal;
import sun.misc.SignalHandler;

// Signals that the program sends itself: handlers run in a thread of their own, the old handler comes back, what cannot be handled is refused; SIGTERM runs the hooks and gives 143.
public class Raised {
    static final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();

    static void attempt(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        SignalHandler note = s -> seen.add(s + " " + s.getName() + " " + s.getNumber() + " " + (Thread.currentThread() != main) + " " + Thread.currentThread().isDaemon());
        SignalHandler before = Signal.handle(new Signal("INT"), note);
        System.out.println((before == SignalHandler.SIG_DFL) + " " + (before == SignalHandler.SIG_IGN));
        Signal.raise(new Signal("INT"));
        System.out.println(seen.take());
        for (String name : new String[] {"USR2", "HUP", "TERM", "CHLD", "WINCH"}) {
            Signal.handle(new Signal(name), note);
            Signal.raise(new Signal(name));
            System.out.println(seen.take());
        }
        for (int k = 0; k < 3; k++) {
            new ProcessBuilder("/bin/kill", "-HUP", Long.toString(ProcessHandle.current().pid())).start().waitFor();
            System.out.println(seen.take());
        }
        Signal.handle(new Signal("HUP"), s -> {
            seen.add("throwing");
            throw new IllegalStateException("thrown by a handler");
        });
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> seen.add("uncaught " + e.getMessage()));
        Signal.raise(new Signal("HUP"));
        System.out.println(seen.take() + ", " + seen.take());
        SignalHandler last = Signal.handle(new Signal("INT"), SignalHandler.SIG_IGN);
        Signal.raise(new Signal("INT"));
        System.out.println((last == note) + " " + (Signal.handle(new Signal("INT"), note) == SignalHandler.SIG_IGN));
        Signal.raise(new Signal("INT"));
        System.out.println(seen.take() + " " + seen.isEmpty());
        System.out.println(new Signal("INT").equals(new Signal("INT")) + " " + new Signal("INT").hashCode() + " " + new Signal("TERM"));
        attempt("no such signal", () -> new Signal("NONE"));
        attempt("with prefix", () -> new Signal("SIGINT"));
        attempt("KILL", () -> Signal.handle(new Signal("KILL"), note));
        attempt("STOP", () -> Signal.handle(new Signal("STOP"), note));
        attempt("SEGV", () -> Signal.handle(new Signal("SEGV"), note));
        attempt("FPE", () -> Signal.handle(new Signal("FPE"), note));
        attempt("QUIT", () -> Signal.handle(new Signal("QUIT"), note));
        attempt("USR1", () -> Signal.handle(new Signal("USR1"), note));
        attempt("null", () -> Signal.handle(new Signal("INT"), null));
        Signal.handle(new Signal("TERM"), SignalHandler.SIG_DFL);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook runs")));
        Signal.handle(new Signal("TERM"), s -> System.exit(128 + s.getNumber()));
        Signal.raise(new Signal("TERM"));
        Thread.sleep(60000);
        System.out.println("never");
    }
}
