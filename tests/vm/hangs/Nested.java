/** A thread waits and keeps a second lock, which the one that would notify it must pass. */
public class Nested {
    static class Box {
        boolean full;

        synchronized void fill() {
            full = true;
            notifyAll();
        }

        synchronized void empty() throws InterruptedException {
            while (!full) {
                wait();  // @wait
            }
        }
    }

    static final Object door = new Object();
    static final Box box = new Box();

    static void consume() {
        try {
            synchronized (door) {  // @consumer
                box.empty();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void produce() {
        synchronized (door) {  // @producer
            box.fill();
        }
    }

    public static void main(String[] args) {
        Thread producer = new Thread(args.length > 0 ? box::fill : Nested::produce, "producer");
        Thread consumer = new Thread(Nested::consume, "consumer");
        consumer.start();
        producer.start();
    }
}
