import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

// park and unpark: a permit given early counts, two count as one, time-outs relative and absolute end by themselves, blockers show, and a
// permit for a thread that is not there is lost.
public class Parking {
    static long millisSince(long start) { return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start); }

    static void parkUntilAtLeast(String what, long millis, Runnable park) {
        long start = System.nanoTime();
        while (millisSince(start) < millis) park.run();  // parks may return early, but not for ever
        System.out.println(what);
    }

    static void await(Thread thread, Thread.State state) {
        while (thread.getState() != state) Thread.yield();
    }

    public static void main(String[] args) throws Exception {
        Thread self = Thread.currentThread();
        LockSupport.unpark(self);
        LockSupport.unpark(self);
        LockSupport.park();
        System.out.println("one permit was there");
        long start = System.nanoTime();
        LockSupport.parkNanos(20_000_000);
        System.out.println("the second was not: " + (millisSince(start) >= 15));
        parkUntilAtLeast("relative", 10, () -> LockSupport.parkNanos(1_000_000));
        parkUntilAtLeast("absolute", 10, () -> LockSupport.parkUntil(System.currentTimeMillis() + 5));
        LockSupport.parkNanos(0);
        LockSupport.parkNanos(-5);
        LockSupport.parkUntil(0);
        LockSupport.parkUntil(-1);
        LockSupport.parkUntil(System.currentTimeMillis() - 1000);
        System.out.println("times that are over");
        LockSupport.unpark(null);

        Object blocker = "blocker";
        Thread parked = new Thread(() -> LockSupport.park(blocker));
        LockSupport.unpark(parked);  // not started: lost
        parked.start();
        await(parked, Thread.State.WAITING);
        System.out.println(LockSupport.getBlocker(parked));
        LockSupport.unpark(parked);
        parked.join();
        System.out.println(LockSupport.getBlocker(parked));
        LockSupport.unpark(parked);  // ended

        Thread timed = new Thread(() -> LockSupport.parkUntil(blocker, System.currentTimeMillis() + 1_000_000));
        timed.start();
        await(timed, Thread.State.TIMED_WAITING);
        timed.interrupt();
        timed.join();
        Thread far = new Thread(() -> LockSupport.parkNanos(Long.MAX_VALUE));
        far.start();
        await(far, Thread.State.TIMED_WAITING);
        LockSupport.unpark(far);
        far.join();
        Thread farther = new Thread(() -> LockSupport.parkUntil(Long.MAX_VALUE));
        farther.start();
        await(farther, Thread.State.TIMED_WAITING);
        LockSupport.unpark(farther);
        farther.join();

        int rounds = 2_000;
        Thread[] pair = new Thread[2];
        int[] turn = {0};
        Object guard = new Object();
        for (int i = 0; i < 2; ++i) {
            int me = i;
            pair[i] = new Thread(() -> {
                for (int round = 0; round < rounds; ++round) {
                    for (;;) {
                        synchronized (guard) {
                            if (turn[0] % 2 == me) {
                                ++turn[0];
                                break;
                            }
                        }
                        LockSupport.park();
                    }
                    LockSupport.unpark(pair[1 - me]);
                }
            });
        }
        for (Thread thread : pair) thread.start();
        for (Thread thread : pair) { LockSupport.unpark(thread); }
        for (Thread thread : pair) thread.join();
        System.out.println(turn[0] + " turns");
    }
}
