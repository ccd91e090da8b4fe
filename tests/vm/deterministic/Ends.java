import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.*;

// The ways in which a run ends, one in a scene, and what must not stop all threads.
public class Ends {
    static final Object left = new Object(), right = new Object();

    static Thread start(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.start();
        return thread;
    }

    static void both(Object first, Object second) {
        synchronized (first) {
            Thread.yield();
            synchronized (second) {
                System.out.println(Thread.currentThread().getName() + " has both");
            }
        }
    }

    static void forever(Object object) {
        synchronized (object) {
            try {
                object.wait();
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        }
    }

    static class First {
        static { Thread.yield(); Second.touch(); }
        static void touch() { }
    }
    static class Second {
        static { Thread.yield(); First.touch(); }
        static void touch() { }
    }

    public static void main(String[] args) throws Exception { scene(args[0]); }

    @SuppressWarnings("removal")
    static void scene(String scene) throws Exception {
        switch (scene) {
            case "tasks" -> {
                for (int i = 0; i < 20; i++) {
                    Thread thread = new Thread(LockSupport::park);
                    thread.setDaemon(true);
                    thread.start();
                }
                Thread.sleep(10);
                System.gc();
                System.out.println(new java.io.File("/proc/self/task").list().length);
            }
            case "returns" -> start("late", () -> {
                Thread.yield();
                System.out.println("late");
            });
            case "exit" -> start("exits", () -> System.exit(7)).join();
            case "halt" -> Runtime.getRuntime().halt(9);
            case "uncaught" -> throw new IllegalStateException("of main");
            case "loser" -> start("loser", () -> { throw new IllegalStateException("of another"); }).join();
            case "hook" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
                System.exit(3);
            }
            case "daemon" -> {
                Thread daemon = new Thread(() -> forever(left));
                daemon.setDaemon(true);
                daemon.start();
                Thread.yield();
                System.out.println("leaves");
            }
            case "suspend" -> {
                CountDownLatch latch = new CountDownLatch(1);
                Thread thread = start("suspended", () -> {
                    latch.countDown();
                    Thread.yield();
                    System.out.println("resumed");
                });
                latch.await();
                thread.suspend();
                Thread.sleep(1000);
                System.out.println("resumes");
                thread.resume();
                thread.join();
            }
            case "an hour" -> {
                Thread.sleep(3_600_000);
                System.out.println("over");
            }
            case "raise" -> {
                CountDownLatch latch = new CountDownLatch(1);
                sun.misc.Signal.handle(new sun.misc.Signal("USR2"), signal -> {
                    System.out.println("handled " + signal.getName());
                    latch.countDown();
                });
                sun.misc.Signal.raise(new sun.misc.Signal("USR2"));
                latch.await();
            }
            case "locks" -> {
                start("Ada", () -> both(left, right));
                start("Bob", () -> both(right, left));
            }
            case "join" -> Thread.currentThread().join();
            case "waits" -> {
                Thread thread = start("waiter", () -> forever(left));
                thread.join();
            }
            case "parks" -> {
                ReentrantLock lock = new ReentrantLock();
                lock.lock();
                start("wants", lock::lock).join();
            }
            case "classes" -> {
                Thread one = start("one", First::touch);
                Thread two = start("two", Second::touch);
                one.join();
                two.join();
            }
            case "in a hook" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> forever(left), "hook"));
                System.exit(3);
            }
            default -> throw new IllegalArgumentException(scene);
        }
    }
}
