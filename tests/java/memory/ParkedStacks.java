import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that are parked through many collections keep what only their stacks name, however they
 * wait; who wakes them passes young objects on, and they wait again with those on their stacks.
 */
public class ParkedStacks {
    static final int THREADS = 40;
    static final int ROUNDS = 6;

    static final class Node {
        final int number;
        final Node next;

        Node(int number, Node next) {
            this.number = number;
            this.next = next;
        }
    }

    /** One thread, and where it waits. */
    static final class Sleeper extends Thread {
        final int kind;
        final Object monitor = new Object();
        final ArrayBlockingQueue<Node> queue = new ArrayBlockingQueue<>(1);
        volatile Node passed;
        volatile int round;
        volatile int waitsFor = -1;
        long sum;

        Sleeper(int number) {
            kind = number % 4;
        }

        @Override
        public void run() {
            Node mine = list(round);
            for (int i = 0; i < ROUNDS; i++) {
                // Only this frame names the list while the thread waits.
                Node got = await(i);
                sum += total(mine) + total(got);
                mine = new Node(i, got);
            }
            sum += total(mine);
        }

        private Node await(int i) {
            waitsFor = i;
            try {
                switch (kind) {
                    case 0:
                        while (round == i) {
                            LockSupport.park();
                        }
                        return passed;
                    case 1:
                        synchronized (monitor) {
                            while (round == i) {
                                monitor.wait();
                            }
                        }
                        return passed;
                    case 2:
                        Node node = queue.take();
                        while (round == i) {
                            Thread.onSpinWait();
                        }
                        return node;
                    default:
                        while (round == i) {
                            try {
                                Thread.sleep(1000000);
                            } catch (InterruptedException e) {
                                // This is the signal.
                            }
                        }
                        return passed;
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        void wake(int next, Node node) throws InterruptedException {
            passed = node;
            switch (kind) {
                case 0:
                    round = next;
                    LockSupport.unpark(this);
                    break;
                case 1:
                    synchronized (monitor) {
                        round = next;
                        monitor.notify();
                    }
                    break;
                case 2:
                    queue.put(node);
                    round = next;
                    break;
                default:
                    round = next;
                    interrupt();
                    break;
            }
        }
    }

    static Node list(int from) {
        Node list = null;
        for (int i = 0; i < 20; i++) {
            list = new Node(from + i, list);
        }
        return list;
    }

    static long total(Node list) {
        long sum = 0;
        for (Node node = list; node != null; node = node.next) {
            sum = sum * 31 + node.number;
        }
        return sum;
    }

    static int garbage() {
        int seen = 0;
        for (int i = 0; i < 20000; i++) {
            seen += new byte[1000].length;
        }
        return seen;
    }

    // A thread that was woken is still said to wait until it runs, so the wait must be that of this round.
    static void awaitParked(List<Sleeper> sleepers, int round) throws InterruptedException {
        for (Sleeper sleeper : sleepers) {
            while (sleeper.waitsFor != round
                    || sleeper.getState() != Thread.State.WAITING
                    && sleeper.getState() != Thread.State.TIMED_WAITING) {
                Thread.sleep(1);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        List<Sleeper> sleepers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            sleepers.add(new Sleeper(i));
            sleepers.get(i).start();
        }
        for (int round = 1; round <= ROUNDS; round++) {
            awaitParked(sleepers, round - 1);
            for (int i = 0; i < 8; i++) {
                garbage();
            }
            if (round % 3 == 0) {
                System.gc();
            }
            // The threads of one round are woken one by one, with garbage in between.
            for (Sleeper sleeper : sleepers) {
                sleeper.wake(round, list(round * 100));
                new byte[50000].clone();
            }
        }
        long sum = 0;
        for (Sleeper sleeper : sleepers) {
            sleeper.join();
            sum = sum * 31 + sleeper.sum;
        }
        System.out.println("sum " + sum);
    }
}
