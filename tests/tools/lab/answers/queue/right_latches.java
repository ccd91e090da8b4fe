public class Queue {
    static final Object door = new Object();

    static final java.util.concurrent.CountDownLatch a = new java.util.concurrent.CountDownLatch(1);
    static final java.util.concurrent.CountDownLatch b = new java.util.concurrent.CountDownLatch(1);

    static void pass() {
        String name = Thread.currentThread().getName();
        try {
            if (name.equals("b")) {
                a.await();
            } else if (name.equals("c")) {
                b.await();
            }
        } catch (InterruptedException interrupted) {
            return;
        }
        System.out.println(name);
        (name.equals("a") ? a : b).countDown();
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
