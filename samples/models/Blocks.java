import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What blocks what: one thread waits in some way, and the program looks whether another thread still runs. That tells something if one kernel thread
 * carries both, so start it with one LWP, or with one carrier:
 *
 *   minijvm -XX:ThreadModel=M:N -XX:LWPs=1 -cp build/samples/models Blocks
 *   minijvm -Dthreads=virtual -Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1 -cp build/samples/models Blocks
 *
 * Prints a line for each way to wait: "others go on" or "others wait".
 */
public class Blocks {
    private static final long PATIENCE_MS = 1_000;
    private static final Object monitor = new Object();
    private static final CountDownLatch mayEnd = new CountDownLatch(1);

    /** A wait, and what main does to end it. */
    private record Way(String name, Step waits, Step ends) { }

    private interface Step {
        void take() throws Exception;
    }

    /** A class whose initialization lasts until mayEnd. */
    private static final class Slow {
        static final Integer VALUE = slowly();

        private static int slowly() {
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                return 0;
            }
            return 1;
        }
    }

    private static void await(Object one) throws InterruptedException {
        synchronized (one) {
            one.wait();
        }
    }

    private static void wake(Object one) {
        synchronized (one) {
            one.notifyAll();
        }
    }

    private static Runnable quietly(Step step) {
        return () -> {
            try {
                step.take();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /** Starts a thread that waits, then another one, and says whether that one ran while the first still waited. */
    private static void look(Way way) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Thread waiter = SampleThreads.start("waiter", 0, quietly(() -> {
            begun.countDown();
            way.waits.take();
        }));
        begun.await();
        Thread.sleep(50);  // until it waits
        CountDownLatch ran = new CountDownLatch(1);
        Thread other = SampleThreads.start("other", 0, ran::countDown);
        boolean goesOn = ran.await(PATIENCE_MS, TimeUnit.MILLISECONDS);
        if (!waiter.isAlive()) {
            throw new IllegalStateException("the thread did not wait: " + way.name);
        }
        System.out.printf("%-40s others %s%n", way.name, goesOn ? "go on" : "wait");
        way.ends.take();
        waiter.join();
        other.join();
    }

    private static void lookAtMonitors() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Thread owner = new Thread(quietly(() -> {
            synchronized (monitor) {
                held.countDown();
                leave.await();
            }
        }));
        owner.start();
        held.await();
        look(new Way("a monitor that another thread holds", () -> {
            synchronized (monitor) {
            }
        }, leave::countDown));
        owner.join();
        look(new Way("Object.wait", () -> await(monitor), () -> wake(monitor)));
        Object outer = new Object();
        look(new Way("Object.wait in another monitor", () -> {
            synchronized (outer) {
                await(monitor);
            }
        }, () -> wake(monitor)));
    }

    private static void lookAtThreads() throws Exception {
        Thread[] parked = new Thread[1];
        look(new Way("LockSupport.park", () -> {
            parked[0] = Thread.currentThread();
            LockSupport.park();
        }, () -> LockSupport.unpark(parked[0])));
        Thread[] sleeper = new Thread[1];
        look(new Way("Thread.sleep", () -> {
            sleeper[0] = Thread.currentThread();
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                // The end of its sleep.
            }
        }, () -> sleeper[0].interrupt()));
        Thread initializer = new Thread(() -> Slow.VALUE.hashCode());
        initializer.start();
        Thread.sleep(50);  // until it initializes
        look(new Way("a class that another thread initializes", () -> System.identityHashCode(Slow.VALUE), mayEnd::countDown));
        initializer.join();
    }

    private static void lookAtFiles() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket near = new Socket(listener.getInetAddress(), listener.getLocalPort());
                Socket far = listener.accept()) {
            look(new Way("a read from a socket", () -> near.getInputStream().read(), () -> far.getOutputStream().write(1)));
        }
        Path folder = Files.createTempDirectory("blocks");
        Path pipe = folder.resolve("pipe");
        if (new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0) {
            look(new Way("a file that is a pipe", () -> new FileInputStream(pipe.toFile()).close(),
                    () -> new FileOutputStream(pipe.toFile()).close()));
        }
        Files.deleteIfExists(pipe);
        Files.delete(folder);
    }

    public static void main(String[] args) throws Exception {
        lookAtMonitors();
        lookAtThreads();
        lookAtFiles();
    }
}
