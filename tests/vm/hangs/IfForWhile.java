/** A consumer that tests its condition once takes what is not there. */
public class IfForWhile {
    static class Slot {
        int items;

        synchronized void put() throws InterruptedException {
            while (items != 0) {
                wait();  // @put
            }
            ++items;
            notifyAll();
        }

        synchronized void take(boolean right) throws InterruptedException {
            if (items == 0) {
                wait();  // @take
            }
            while (right && items == 0) {
                wait();
            }
            --items;
            notifyAll();
        }
    }

    interface Step {
        void run() throws InterruptedException;
    }

    static Thread thread(String name, Step step) {
        return new Thread(() -> {
            try {
                step.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, name);
    }

    public static void main(String[] args) {
        boolean right = args.length > 0;
        Slot slot = new Slot();
        Thread[] threads = {
            thread("c1", () -> slot.take(right)), thread("c2", () -> slot.take(right)),
            thread("producer", () -> {
                slot.put();
                slot.put();
            }),
        };
        for (Thread each : threads) {
            each.start();
        }
    }
}
