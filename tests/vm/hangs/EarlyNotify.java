/** The notification may come before anybody waits, and nothing remembers it. */
public class EarlyNotify {
    static class Mailbox {
        boolean full;

        synchronized void put() {
            full = true;
            notify();  // @notify
        }

        synchronized void take(boolean right) throws InterruptedException {
            while (!(right && full)) {
                wait();  // @wait
                if (!right) {
                    return;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Mailbox box = new Mailbox();
        Thread consumer = new Thread(() -> {
            try {
                box.take(args.length > 0);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "consumer");
        Thread producer = new Thread(box::put, "producer");
        consumer.start();
        producer.start();
        consumer.join();
    }
}
