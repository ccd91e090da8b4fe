// What a synchronized method returns survives a collection that strikes while its lock is given back to waiting threads.
public class LockedReturns {
    int calls;
    final Object held = new int[] {7};

    static int[] make(int i) { return new int[] {i, i * 31}; }

    synchronized int[] take(int i) {
        int[] made = make(i);
        int[] again = made;
        calls++;
        Thread.yield();
        return again;
    }
    synchronized Object same(Object o) {
        Object copy = o;
        Thread.yield();
        return copy == null ? held : copy;
    }
    Object inner(int i) {
        synchronized (held) {
            String text = "in" + i;
            Thread.yield();
            return text;
        }
    }
    synchronized Object nothing() {
        Object gone = new Object();
        Thread.yield();
        return gone == held ? gone : null;
    }

    public static void main(String[] args) throws Exception {
        LockedReturns shared = new LockedReturns();
        Thread[] threads = new Thread[4];
        int[] wrong = new int[threads.length];
        for (int t = 0; t < threads.length; t++) {
            int me = t;
            (threads[t] = new Thread(() -> {
                for (int i = 0; i < 300; i++) {
                    int[] got = shared.take(i * 4 + me);
                    if (got[0] != i * 4 + me || got[1] != got[0] * 31) wrong[me]++;
                    if (shared.same(got) != got || ((int[]) shared.same(null))[0] != 7) wrong[me]++;
                    if (!shared.inner(i).equals("in" + i) || shared.nothing() != null) wrong[me]++;
                }
            })).start();
        }
        Thread collector = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                System.gc();
                Thread.yield();
            }
        });
        collector.start();
        for (Thread t : threads) t.join();
        collector.join();
        System.out.println(shared.calls + " " + wrong[0] + wrong[1] + wrong[2] + wrong[3]); // expect: 1200 0000
    }
}
