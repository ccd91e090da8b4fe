// say: has to print "read"
public class Letters {
    static final Object box = new Object();
    static volatile boolean full;

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
    }

    static void write() {
        synchronized (box) {
            full = true;
            box.notify();
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
