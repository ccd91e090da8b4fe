public class Queue {
    static final Object door = new Object();

    static char turn = 'a';

    static void pass() {
        String name = Thread.currentThread().getName();
        synchronized (door) {
            while (name.charAt(0) != turn) {
                try {
                    door.wait();
                } catch (InterruptedException interrupted) {
                    return;
                }
            }
            System.out.println(name);
            turn++;
            door.notifyAll();
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
