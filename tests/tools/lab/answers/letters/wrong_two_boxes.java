// say: one and the same object
public class Letters {
    static final Object box = new Object();
    static volatile boolean full;

    static final Object other = new Object();

    static void read() {
        try {
            synchronized (box) {
                while (!full) {
                    box.wait();
                }
            }
        } catch (InterruptedException interrupted) {
            return;
        }
        System.out.println("read");
    }

    static void write() {
        synchronized (other) {
            full = true;
            other.notify();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(Letters::read, "reader");
        Thread writer = new Thread(Letters::write, "writer");
        reader.start();
        writer.start();
        reader.join();
        writer.join();
    }
}
