// What virtual.c asks about, part by part: threads of both kinds that begin, wait and end. For JDK 21 and later.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

public class Virtual {
    static native void askOnce();

    static native void describe(Thread thread);

    static native void look(Thread thread);

    static native long longLength(String text);

    static native void suspendAll(Thread first, Thread second, Thread platform);

    static native void notifyPops(boolean clear);

    static native void usage(Object object);

    static volatile boolean done;

    // Waits until the thread waits, too.
    static Thread settled(Thread thread, Thread.State state) throws InterruptedException {
        while (thread.getState() != state) {
            Thread.sleep(1);
        }
        return thread;
    }

    static void parkUntilDone() {
        while (!done) {
            LockSupport.park();
        }
    }

    static Thread parked(Thread.Builder builder) throws InterruptedException {
        return settled(builder.start(Virtual::parkUntilDone), Thread.State.WAITING);
    }

    static void end(Thread... threads) throws InterruptedException {
        done = true;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
            thread.join();
        }
    }

    static void events() throws InterruptedException {
        Thread.ofVirtual().name("our virtual").start(() -> System.out.println("runs: " + Thread.currentThread().isVirtual())).join();
        Thread.ofPlatform().name("our platform").start(() -> System.out.println("runs: " + Thread.currentThread().isVirtual())).join();
    }

    static void lists() throws InterruptedException {
        Thread virtual = Thread.ofVirtual().name("our virtual").unstarted(Virtual::parkUntilDone);
        describe(virtual);
        virtual.start();
        settled(virtual, Thread.State.WAITING);
        Thread platform = parked(Thread.ofPlatform().name("our platform").priority(7));
        describe(virtual);
        describe(platform);
        describe(Thread.currentThread());
        end(virtual, platform);
        describe(virtual);
        describe(platform);
        System.out.println(longLength("a\0\u00e9\u20ac\ud83d\ude00"));
    }

    static void stacks() throws InterruptedException {
        Object lock = new Object();
        Thread virtual = Thread.ofVirtual().name("our virtual").start(() -> {
            synchronized (lock) {
                parkUntilDone();
            }
        });
        look(settled(virtual, Thread.State.WAITING));
        Thread second = Thread.ofVirtual().name("our second").start(() -> {
            synchronized (lock) {
                System.out.println("entered");
            }
        });
        look(settled(second, Thread.State.BLOCKED));
        end(virtual, second);
        look(virtual);
    }

    static void suspensions() throws InterruptedException {
        Thread first = parked(Thread.ofVirtual().name("our first"));
        Thread second = parked(Thread.ofVirtual().name("our second"));
        Thread platform = parked(Thread.ofPlatform().name("our platform"));
        suspendAll(first, second, platform);
        end(first, second, platform);
    }

    static int inner(boolean clear) {
        notifyPops(clear);
        return 1;
    }

    static int outer(boolean clear) {
        return inner(clear) + 1;
    }

    static void monitors(Thread.Builder owner, Thread.Builder others) throws InterruptedException {
        Object lock = new Object();
        CountDownLatch held = new CountDownLatch(1);
        Thread waits = others.start(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            }
        });
        settled(waits, Thread.State.WAITING);
        done = false;
        Thread holds = owner.start(() -> {
            synchronized (lock) {
                synchronized (lock) {
                    held.countDown();
                    parkUntilDone();
                }
            }
        });
        held.await();
        Thread wants = others.start(() -> {
            synchronized (lock) {
                lock.notifyAll();
            }
        });
        settled(wants, Thread.State.BLOCKED);
        usage(lock);
        end(holds, wants, waits);
        usage(lock);
    }

    public static void main(String[] args) throws InterruptedException {
        System.load(args[0]);
        askOnce();
        switch (args[1]) {
            case "events" -> events();
            case "lists" -> lists();
            case "stacks" -> stacks();
            case "suspensions" -> suspensions();
            case "pops" -> {
                outer(false);
                outer(true);
                Thread.ofVirtual().start(() -> outer(false)).join();
            }
            case "usage" -> {
                monitors(Thread.ofPlatform().name("our owner"), Thread.ofPlatform());
                monitors(Thread.ofVirtual().name("our owner"), Thread.ofPlatform());
                monitors(Thread.ofPlatform().name("our owner"), Thread.ofVirtual());
            }
            default -> System.out.println("nothing more");
        }
    }
}
