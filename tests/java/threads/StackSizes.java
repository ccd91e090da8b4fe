import java.util.ArrayList;
import java.util.List;

// run: -Xlog:disable -Xlog:all=error:stderr
// Stack sizes that a Thread asks for: tiny ones get what a thread needs, larger ones go deeper, each overflow is a StackOverflowError that can
// be caught again and again, and one that cannot be had is an OutOfMemoryError which leaves the Thread as new as before.
public class StackSizes {
    static int depth;

    static void descend() {
        ++depth;
        descend();
    }

    static int depthWith(long bytes) throws Exception {
        int[] deepest = new int[1];
        Thread thread = new Thread(null, () -> {
            for (int round = 0; round < 3; ++round) {
                depth = 0;
                try {
                    descend();
                } catch (StackOverflowError e) {
                    deepest[0] = Math.max(deepest[0], depth);
                }
            }
        }, "with " + bytes, bytes);
        thread.start();
        thread.join();
        return deepest[0];
    }

    static void refused(long bytes) throws InterruptedException {
        Thread huge = new Thread(null, () -> System.out.println("runs"), "huge", bytes);
        try {
            huge.start();
            System.out.println("started");
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
        }
        System.out.println(huge.getState() + " " + huge.isAlive() + " " + huge.getThreadGroup().getName());
        huge.join();
    }

    public static void main(String[] args) throws Exception {
        for (long tiny : new long[] {-1, 0, 1, 1024, 16 << 10, 32 << 10, 64 << 10, 100_001}) {
            System.out.println(tiny + ": overflows " + (depthWith(tiny) > 50));
        }
        // HOTSPOT: a stack of an ended thread serves again, also where less was asked for; so the sizes grow.
        int one = depthWith(1 << 20);
        int eight = depthWith(8 << 20);
        System.out.println("in proportion: " + (eight > 4 * one && eight < 16 * one));

        for (long huge : new long[] {1L << 47, 1L << 50, Long.MAX_VALUE / 2, Long.MAX_VALUE - 1023, Long.MAX_VALUE}) {
            refused(huge);
        }
        Thread next = new Thread(() -> System.out.println("the next one runs"));
        next.start();
        next.join();
        List<Thread> crowd = new ArrayList<>();
        for (int i = 0; i < 200; ++i) {
            Thread member = new Thread(null, () -> {}, "member", 32 << 10);
            crowd.add(member);
            member.start();
        }
        for (Thread member : crowd) {
            member.join();
        }
        System.out.println("a crowd of " + crowd.size());
    }
}
