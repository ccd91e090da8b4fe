// Collections asked for while threads wait for a contended lock, initialise classes, sleep, stand in native code and overflow their stacks.
// run: -Xmx64m -Xss512k
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class CollectAnywhere {
    static final Object LOCK = new Object();
    static final AtomicInteger done = new AtomicInteger();

    static final class Slow {
        static final List<int[]> MADE = new ArrayList<>();

        static {
            for (int i = 0; i < 2_000; i++) {
                MADE.add(new int[] {i});
            }
            System.gc();
        }
    }

    static int depth(int level, Object keep) {
        Object own = new int[] {level};
        try {
            return depth(level + 1, own);
        } catch (StackOverflowError e) {
            if (((int[]) own)[0] != level) {
                throw new AssertionError("level " + level);
            }
            return level;
        }
    }

    static void locks() {
        for (int i = 0; i < 300; i++) {
            synchronized (LOCK) {
                done.addAndGet(new int[] {1, i}[0]);
            }
        }
    }

    static void initializes() {
        int sum = 0;
        for (int[] made : Slow.MADE) {
            sum += made[0];
        }
        done.addAndGet(sum == 1_999_000 ? 1 : -1_000_000);
    }

    static void overflows() {
        for (int i = 0; i < 3; i++) {
            done.addAndGet(depth(0, null) > 100 ? 1 : -1_000_000);
        }
    }

    static void copies() {
        Object[] from = new Object[20_000];
        for (int i = 0; i < from.length; i++) {
            from[i] = i;
        }
        for (int i = 0; i < 20; i++) {
            Object[] to = from.clone();
            System.arraycopy(from, 0, to, 1, from.length - 1);
            done.addAndGet((Integer) to[19_999] == 19_998 ? 1 : -1_000_000);
        }
    }

    public static void main(String[] args) throws Exception {
        Runnable[] what = {CollectAnywhere::locks, CollectAnywhere::locks, CollectAnywhere::initializes, CollectAnywhere::initializes,
                           CollectAnywhere::overflows, CollectAnywhere::copies};
        CountDownLatch finished = new CountDownLatch(what.length);
        for (Runnable one : what) {
            new Thread(() -> {
                one.run();
                finished.countDown();
            }).start();
        }
        while (finished.getCount() != 0) {
            System.gc();
            Thread.sleep(1);
        }
        System.out.println(done.get());
    }
}
