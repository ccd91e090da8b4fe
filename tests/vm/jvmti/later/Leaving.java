// What leaving.c asks about, part by part: virtual threads that are mounted nowhere. For JDK 25.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

public class Leaving {
    static native void tellState(String when, Thread thread);

    static native void tellStack(Thread thread);

    static native void act(Thread thread);

    static native void suspend(Thread thread);

    static native void resume(Thread thread);

    static native void suspendAll();

    static native void resumeAll();

    static native void pairs(Thread other);

    static volatile boolean done;
    static volatile int runs;

    static Thread settled(Thread thread, Thread.State state) throws InterruptedException {
        while (thread.getState() != state) {
            Thread.sleep(1);
        }
        return thread;
    }

    static void waits(int number, long wide, String text) {
        while (!done) {
            LockSupport.park();
        }
        System.out.println("goes on with " + number + ", " + wide + ", " + text);
    }

    static Thread waiting(String name) throws InterruptedException {
        return settled(Thread.ofVirtual().name(name).start(() -> waits(1, 2, "three")), Thread.State.WAITING);
    }

    static void end(Thread... threads) throws InterruptedException {
        done = true;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
            thread.join();
        }
    }

    static void states() throws InterruptedException {
        Object lock = new Object();
        Thread fresh = Thread.ofVirtual().unstarted(() -> { });
        tellState("not started", fresh);
        Thread parks = waiting("our thread");
        tellState("parks", parks);
        Thread sleeps = settled(Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
                tellState("interrupted", Thread.currentThread());
            }
        }), Thread.State.TIMED_WAITING);
        tellState("sleeps", sleeps);
        Thread waits = settled(Thread.ofVirtual().start(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            }
        }), Thread.State.WAITING);
        tellState("waits", waits);
        tellStack(waits);
        synchronized (lock) {
            Thread enters = settled(Thread.ofVirtual().start(() -> {
                synchronized (lock) {
                    lock.notifyAll();
                }
            }), Thread.State.BLOCKED);
            tellState("enters", enters);
            tellStack(enters);
        }
        waits.join();
        tellState("has ended", waits);
        sleeps.interrupt();
        sleeps.join();
        end(parks);
    }

    static void stacks() throws InterruptedException {
        Thread parks = waiting("our thread");
        tellStack(parks);
        Thread runs = Thread.ofVirtual().start(() -> tellStack(Thread.currentThread()));
        runs.join();
        end(parks);
    }

    static void suspensions() throws InterruptedException {
        Thread parks = waiting("our thread");
        suspend(parks);
        tellState("suspended", parks);
        suspend(parks);
        done = true;
        LockSupport.unpark(parks);
        Thread.sleep(50);
        System.out.println("it has not run: " + parks.isAlive());
        tellState("unparked", parks);
        resume(parks);
        parks.join();
        resume(parks);
        suspend(parks);
    }

    // A thread that waits for a monitor is suspended, and another one gets its turn.
    static void monitors() throws InterruptedException {
        Object lock = new Object();
        Thread first;
        synchronized (lock) {
            first = settled(Thread.ofVirtual().start(() -> {
                synchronized (lock) {
                    System.out.println("the first has entered");
                }
            }), Thread.State.BLOCKED);
            suspend(first);
            tellState("suspended", first);
        }
        Thread second = Thread.ofVirtual().start(() -> {
            synchronized (lock) {
                System.out.println("the second has entered");
            }
        });
        second.join();
        resume(first);
        first.join();
    }

    static void newcomers() throws InterruptedException {
        Thread parks = waiting("our thread");
        suspendAll();
        tellState("suspended", parks);
        Thread late = Thread.ofVirtual().start(() -> runs = 1);
        Thread.sleep(50);
        System.out.println("runs: " + runs);
        resumeAll();
        late.join();
        System.out.println("runs: " + runs);
        tellState("resumed", parks);
        end(parks);
    }

    static void switches() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = Thread.ofVirtual().name("our thread").start(() -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        settled(thread, Thread.State.WAITING);
        latch.countDown();
        thread.join();
    }

    static void pairs() throws InterruptedException {
        Thread parks = waiting("our thread");
        Thread.ofVirtual().name("our second").start(() -> pairs(parks)).join();
        end(parks);
    }

    public static void main(String[] args) throws InterruptedException {
        System.load(args[0]);
        switch (args[1]) {
            case "states" -> states();
            case "stacks" -> stacks();
            case "suspensions" -> suspensions();
            case "monitors" -> monitors();
            case "newcomers" -> newcomers();
            case "switches", "entries" -> switches();
            case "pairs" -> pairs();
            default -> {
                Thread thread = args[1].equals("platform")
                    ? settled(Thread.ofPlatform().name("our thread").start(() -> waits(1, 2, "three")), Thread.State.WAITING) : waiting("our thread");
                act(thread);
                suspend(thread);
                act(thread);
                resume(thread);
                end(thread);
            }
        }
    }
}
