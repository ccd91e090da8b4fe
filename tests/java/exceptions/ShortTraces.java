// run: -XX:MaxJavaStackTraceDepth=3
import java.util.*;

// -XX:MaxJavaStackTraceDepth shortens what a Throwable remembers, and nothing else: not StackWalker, not another thread's trace.
public class ShortTraces {
    static int deep(int n) { return n == 0 ? fail() : deep(n - 1) + 0; }
    static int fail() { throw new IllegalStateException("deep"); }

    public static void main(String[] args) throws Exception {
        try {
            deep(50);
        } catch (IllegalStateException e) {
            System.out.println(Arrays.toString(e.getStackTrace()));
        }
        System.out.println(walk(40) + " " + new Throwable().getStackTrace().length + " " + Thread.currentThread().getStackTrace().length);
        Thread t = new Thread(() -> { try { sleepDeep(30); } catch (InterruptedException e) { System.out.println(e.getStackTrace().length); } });
        t.start();
        while (t.getState() != Thread.State.TIMED_WAITING) Thread.onSpinWait();
        System.out.println(t.getStackTrace().length > 30);
        t.interrupt();
        t.join();
        deep(5);
    }
    static long walk(int n) { return n == 0 ? StackWalker.getInstance().walk(s -> s.count()) : walk(n - 1) + 0; }
    static void sleepDeep(int n) throws InterruptedException { if (n > 0) sleepDeep(n - 1); else Thread.sleep(60_000); }
}
