import java.util.concurrent.LinkedBlockingQueue;

/** A worker that takes an interrupt for a nuisance. */
public class Swallowed {
    static void work(LinkedBlockingQueue<String> queue, boolean right) {
        while (true) {
            try {
                queue.take();  // @take
            } catch (InterruptedException e) {
                if (right) {
                    return;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        Thread worker = new Thread(() -> work(queue, args.length > 0), "worker");
        worker.start();
        worker.interrupt();  // @interrupt
        worker.join();  // @join
    }
}
