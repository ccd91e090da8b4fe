// say: for the one who holds the monitor
public class Letters {
    static final Object box = new Object();
    static volatile boolean full;

    static void read() {
        try {
            if (!full) {
                synchronized (box) {
                    box.wait();
                }
            }
        } catch (InterruptedException interrupted) {
            return;
        }
        System.out.println("read");
    }

    static void write() {
        full = true;
        box.notify();
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
