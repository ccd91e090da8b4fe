// Objects of about 100 bytes that die at once, from two threads.
// run: -Xms512m -Xmx512m -Xmn64m
public class ShortLived {
    static volatile Object sink;

    static final class Record {
        long a, b, c, d, e, f, g, h, i, j;
    }

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 6_000_000;
        long start = System.nanoTime();
        Thread[] threads = new Thread[2];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < rounds; i++) {
                    Record made = new Record();
                    made.a = i;
                    if ((i & 0xfffff) == 0) {
                        sink = made;
                    }
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("time " + (System.nanoTime() - start) + " check " + rounds);
    }
}
