import java.util.*;
import java.util.stream.*;

// Thread.getStackTrace of this and another thread, StackWalker with frames and callers, getAllStackTraces.
public class Stacks {
    static List<String> walk(int n) {
        if (n > 0) return walk(n - 1);
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(s -> s.map(f -> f.getDeclaringClass().getSimpleName() + "." + f.getMethodName() + ":" + f.getLineNumber()).collect(Collectors.toList()));
    }

    static Class<?> caller() { return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass(); }

    static class Other { static Class<?> ask() { return caller(); } }

    static void park(Object lock) {
        synchronized (lock) {
            try {
                lock.notify();
                lock.wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(walk(2));
        System.out.println(Other.ask());
        StackTraceElement[] mine = Thread.currentThread().getStackTrace();
        System.out.println(Arrays.toString(mine));
        Runnable r = () -> System.out.println(new Throwable().getStackTrace().length + " " + StackWalker.getInstance().walk(s -> s.limit(1).map(StackWalker.StackFrame::getMethodName).findFirst()).get().startsWith("lambda"));
        r.run();
        Object lock = new Object();
        Thread t = new Thread(() -> park(lock), "parked");
        synchronized (lock) {
            t.start();
            lock.wait();
        }
        while (t.getState() != Thread.State.WAITING) Thread.yield();
        for (StackTraceElement e : t.getStackTrace()) if (!e.getClassName().contains("Lambda")) System.out.println(e);
        System.out.println(Thread.getAllStackTraces().containsKey(t) + " " + (Thread.activeCount() >= 2));
        synchronized (lock) {
            lock.notifyAll();
        }
        t.join();
        System.out.println(t.getStackTrace().length);
        System.out.println(Stream.of(5).map(x -> new Throwable().getStackTrace()[0].getLineNumber()).findFirst().get());
    }
}
