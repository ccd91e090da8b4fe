// Runtime's numbers make sense whenever they are asked for, while other threads fill the heap and collections resize it.
// run: -Xmx32m -Xmn8m
public class MemoryNumbers {
    static volatile boolean done;
    static volatile Object sink;

    static void allocate() {
        byte[][] some = new byte[64][];
        for (int i = 0; !done; i++) {
            some[i % some.length] = new byte[1_000 + i % 60_000];
            sink = some;
        }
    }

    public static void main(String[] args) throws Exception {
        Runtime runtime = Runtime.getRuntime();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(MemoryNumbers::allocate);
            threads[i].start();
        }
        long max = runtime.maxMemory();
        int bad = 0;
        for (int i = 0; i < 20_000; i++) {
            long free = runtime.freeMemory();
            long total = runtime.totalMemory();
            bad += free < 0 || free > max || total <= 0 || total > max ? 1 : 0;
        }
        done = true;
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("bad " + bad);
    }
}
