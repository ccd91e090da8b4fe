/** Two threads wake each other in turn, as many times as args[0] says; main only joins. */
public class Rounds {
    static final Object lock = new Object();
    static int turn;

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        Thread[] players = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            players[i] = new Thread(() -> {
                synchronized (lock) {
                    while (turn < 2 * rounds) {
                        if (turn % 2 == me) {
                            turn++;
                            lock.notify();
                        } else {
                            try {
                                lock.wait();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        }
                    }
                    lock.notify();
                }
            });
            players[i].start();
        }
        for (Thread player : players) {
            player.join();
        }
        System.out.println("turns " + turn);
    }
}
