// What the tools of JDK 25 are asked about: threads of both kinds that stand still, and an executor. It ends when stdin does.
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

public class Waiting {
    static final Object lock = new Object();

    static void park() {
        for (;;) {
            LockSupport.park(lock);
        }
    }

    static void await() {
        synchronized (lock) {
            for (;;) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    static Thread settled(Thread thread) throws InterruptedException {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        return thread;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        settled(Thread.ofVirtual().name("our virtual").start(Waiting::park));
        settled(Thread.ofPlatform().daemon().name("our parked").start(Waiting::park));
        settled(Thread.ofPlatform().daemon().name("our waiting").start(Waiting::await));
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> Thread.ofPlatform().daemon().name("our pooled").unstarted(task));
        pool.submit(Waiting::await);
        System.out.println("ready");
        while (System.in.read() >= 0) {
        }
    }
}
