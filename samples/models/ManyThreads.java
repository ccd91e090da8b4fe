import java.nio.file.*;

/**
 * Many threads alive at once: each waits on one monitor and is woken once. Then what it costs to start a thread and wait for its end.
 *
 *   minijvm -XX:ThreadModel=M:N -cp build/samples/models ManyThreads [threads]
 */
public class ManyThreads {
    private static final Object gate = new Object();
    private static boolean open;
    private static int waiting;

    private static void waitAtGate() {
        synchronized (gate) {
            waiting++;
            gate.notifyAll();
            while (!open) {
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    private static String memory() throws Exception {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024 + " MiB";
            }
        }
        return "?";
    }

    /** Microseconds for a thread that does nothing: made, started, its end waited for. */
    private static double startAndJoin(int pairs) throws Exception {
        long begin = System.nanoTime();
        for (int i = 0; i < pairs; i++) {
            SampleThreads.start("nothing", 0, () -> { }).join();
        }
        return (System.nanoTime() - begin) / 1e3 / pairs;
    }

    private static void measure(int count) throws Exception {
        Thread[] threads = new Thread[count];
        long begin = System.nanoTime();
        for (int i = 0; i < count; i++) {
            threads[i] = SampleThreads.start("waiter", 0, ManyThreads::waitAtGate);
        }
        synchronized (gate) {
            while (waiting < count) {
                gate.wait(100);
            }
        }
        long started = System.nanoTime();
        String used = memory();
        synchronized (gate) {
            open = true;
            gate.notifyAll();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long joined = System.nanoTime();
        System.out.printf("threads %d  all waiting after %d ms  memory %s  woken and joined in %d ms  start+join %.1f us%n", count,
                (started - begin) / 1_000_000, used, (joined - started) / 1_000_000, startAndJoin(5_000));
    }

    /** In a thread of its own: the main thread was the launcher's before it was Java's, so that it keeps its LWP under every model. */
    public static void main(String[] args) throws Exception {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
        Thread measuring = new Thread(() -> {
            try {
                measure(count);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        measuring.start();
        measuring.join();
    }
}
