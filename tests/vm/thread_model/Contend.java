/** Main and two threads that it starts take one lock in turn, wait for each other on it, and call native code between. */
public class Contend {
    static final Object lock = new Object();
    static int sum;
    static int turn;

    static void contend(int me, int rounds) throws Exception {
        for (int i = 0; i < rounds; i++) {
            synchronized (lock) {
                sum++;
            }
            if (i % 50 == 0) {
                synchronized (lock) {
                    turn++;
                    lock.notifyAll();
                    lock.wait(1);
                }
                System.getProperties().hashCode();
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int me = i + 1;
            threads[i] = new Thread(() -> {
                try {
                    contend(me, rounds);
                } catch (Exception e) {
                    System.out.println(e);
                }
            });
            threads[i].start();
        }
        contend(0, rounds);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("sum " + sum);
    }
}
