// Two threads take turns on one monitor with wait and notify: watch the lock grow from a free word to a waiting one.
public class PingPong {
    private boolean pingIsNext = true;

    private synchronized void hit(boolean ping, int round) throws InterruptedException {
        while (pingIsNext != ping) {
            wait();
        }
        System.out.println((ping ? "ping " : "pong ") + round);
        pingIsNext = !ping;
        notify();
    }

    private Thread player(boolean ping) {
        return new Thread(() -> {
            try {
                for (int round = 1; round <= 5; round++) {
                    hit(ping, round);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, ping ? "ping" : "pong");
    }

    public static void main(String[] args) throws InterruptedException {
        PingPong table = new PingPong();
        Thread ping = table.player(true);
        Thread pong = table.player(false);
        ping.start();
        pong.start();
        ping.join();
        pong.join();
        System.out.println("done");
    }
}
