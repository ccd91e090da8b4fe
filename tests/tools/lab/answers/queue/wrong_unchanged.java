// say: to know that it is its turn
public class Queue {
    static final Object door = new Object();

    static void pass() {
        synchronized (door) {
            System.out.println(Thread.currentThread().getName());
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
