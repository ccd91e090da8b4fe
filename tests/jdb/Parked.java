// What Away.java debugs: a virtual thread that is mounted nowhere, and one that leaves its carrier between two steps. For JDK 25.
import java.util.concurrent.locks.LockSupport;

public class Parked {
    static volatile boolean done;

    static void waits(int number, String text) {
        while (!done) {
            LockSupport.park();
        }
        System.out.println(text + number);
    }

    static void ready(Thread thread) {
        System.out.println(thread.getState());
    }

    static int sleeps() throws InterruptedException {
        int nights = 1;
        Thread.sleep(5);
        nights += 1;
        synchronized (Parked.class) {
            nights += 1;
        }
        return nights;
    }

    static void sleeper() {
        try {
            System.out.println(sleeps());
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread parked = Thread.ofVirtual().name("parked").start(() -> waits(21, "waited "));
        while (parked.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        ready(parked);
        done = true;
        LockSupport.unpark(parked);
        parked.join();
        Thread.ofVirtual().name("sleeper").start(Parked::sleeper).join();
    }
}
