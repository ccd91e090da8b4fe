import java.util.concurrent.CountDownLatch;

// JVMS 5.5 steps 2 and 3: other threads wait for the initializer, the same thread passes through, all see the finished state.
public class ClinitThreads {
    static final CountDownLatch entered = new CountDownLatch(1);
    static int runs;

    static class Slow {
        static int value;
        static {
            runs++;
            entered.countDown();
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                throw new Error(e);
            }
            value = recursive() + 41;
        }
        static int recursive() { return value + 1; }
    }

    static class Failing {
        static int value = fail();
        static int fail() {
            try {
                Thread.sleep(30);
            } catch (InterruptedException e) {
                throw new Error(e);
            }
            throw new RuntimeException("no");
        }
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[6];
        int[] seen = new int[threads.length];
        for (int i = 0; i < threads.length; i++) {
            int k = i;
            threads[i] = new Thread(() -> seen[k] = Slow.value);
            threads[i].start();
        }
        entered.await();
        int sum = Slow.value;
        for (Thread t : threads) t.join();
        for (int s : seen) sum += s;
        System.out.println(sum + " " + runs); // expect: 294 1
        int[] kinds = new int[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                try {
                    System.out.println(Failing.value);
                } catch (ExceptionInInitializerError e) {
                    synchronized (kinds) { kinds[0]++; }
                } catch (NoClassDefFoundError e) {
                    synchronized (kinds) { kinds[1]++; }
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        System.out.println(kinds[0] + " " + kinds[1]); // expect: 1 5
    }
}
