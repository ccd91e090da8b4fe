// say: the schedule's choice
public class Queue {
    static final Object door = new Object();

    static final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock(true);

    static void pass() {
        lock.lock();
        try {
            System.out.println(Thread.currentThread().getName());
        } finally {
            lock.unlock();
        }
    }

    static void begin(Thread... threads) {
        for (Thread thread : threads) {
            thread.start();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(Queue::pass, "a");
        Thread b = new Thread(Queue::pass, "b");
        Thread c = new Thread(Queue::pass, "c");
        System.identityHashCode(door);
        synchronized (door) {
            begin(a, b, c);
        }
        a.join();
        b.join();
        c.join();
    }
}
