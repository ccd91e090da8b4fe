// Counters guarded by synchronized methods, blocks and statics, contended by eight threads: no update may be lost.
public class SyncCounters {
    int method, block;
    static int statik;
    final Object lock = new Object();
    volatile boolean go;

    synchronized void inc() { method++; }

    void incBlock() {
        synchronized (lock) {
            block++;
            synchronized (lock) { block++; }
        }
    }

    static synchronized void incStatic() { statik++; }

    synchronized int recursive(int n) { return n == 0 ? method : recursive(n - 1); }

    public static void main(String[] args) throws Exception {
        SyncCounters c = new SyncCounters();
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                while (!c.go) Thread.onSpinWait();
                for (int k = 0; k < 5000; k++) {
                    c.inc();
                    c.incBlock();
                    incStatic();
                    if (k % 1000 == 0) c.recursive(5);
                    if (k % 500 == 0) Thread.yield();
                }
            });
            threads[i].start();
        }
        c.go = true;
        for (Thread t : threads) t.join();
        System.out.println(c.method + " " + c.block + " " + statik + " " + c.recursive(30)); // expect: 40000 80000 40000 40000
        Object[] many = new Object[3000];
        for (int i = 0; i < many.length; i++) many[i] = new int[1];
        for (int i = 0; i < threads.length; i++) {
            int k = i;
            threads[i] = new Thread(() -> {
                for (int j = 0; j < many.length; j++) {
                    Object o = many[(j * 7 + k) % many.length];
                    synchronized (o) {
                        ((int[]) o)[0]++;
                        if (j % 100 == 0) o.hashCode();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        int sum = 0;
        for (Object o : many) sum += ((int[]) o)[0];
        System.out.println(sum); // expect: 24000
    }
}
