/** Two threads count without a lock, each with a loop long enough for several slices; the sum depends on who ran when. */
public class Race {
    static int counter;
    static volatile int done;
    static final StringBuffer order = new StringBuffer();

    static void count(String name) {
        for (int i = 0; i < 50_000; i++) {
            int seen = counter;
            if (i % 10_000 == 0) order.append(name);
            counter = next(seen);
        }
        done++;
    }

    static int next(int n) {
        int[] steps = {1};
        int sum = n;
        for (int step : steps) sum += step;
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            String name = "" + (char) ('a' + i);
            threads[i] = new Thread(() -> count(name));
        }
        for (Thread thread : threads) thread.start();
        // Waits by a loop: the threads get their slices all the same.
        while (done < threads.length) Thread.onSpinWait();
        for (Thread thread : threads) thread.join();
        System.out.println(counter + " " + order);
    }
}
