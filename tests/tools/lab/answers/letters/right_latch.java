public class Letters {
    static final Object box = new Object();
    static volatile boolean full;

    static final java.util.concurrent.CountDownLatch letter = new java.util.concurrent.CountDownLatch(1);

    static void read() {
        try {
            letter.await();
        } catch (InterruptedException interrupted) {
            return;
        }
        System.out.println("read");
    }

    static void write() {
        letter.countDown();
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
