// say: does not wait for one
public class Letters {
    static final Object box = new Object();
    static volatile boolean full;

    static void read() {
        System.out.println("read");
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
