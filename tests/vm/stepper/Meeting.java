/** Two threads that want one lock. Nothing here waits for time: the stepper decides who runs. */
public class Meeting {
    static class Gate {
    }

    static final Gate gate = new Gate();
    static int count;

    static void touch() {
        synchronized (gate) {
            count++;
        }
    }

    static void await() throws InterruptedException {
        synchronized (gate) {
            while (count == 0) {
                gate.wait();
            }
        }
    }

    static void open() {
        synchronized (gate) {
            count++;
            gate.notifyAll();
        }
    }

    static Thread waiter(String name) {
        return new Thread(() -> {
            try {
                await();
            } catch (InterruptedException e) {
                throw new Error(e);
            }
        }, name);
    }

    static void begin(Thread[] threads) {
        for (Thread thread : threads) {
            thread.start();
        }
    }

    static void end(Thread[] threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = args.length == 0 ? new Thread[] {new Thread(Meeting::touch, "one"), new Thread(Meeting::touch, "two")}
                                            : new Thread[] {waiter("waiter"), new Thread(Meeting::open, "opener")};
        begin(threads);
        end(threads);
        System.out.println("count " + count);
    }
}
