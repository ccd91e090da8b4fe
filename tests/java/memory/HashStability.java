import java.util.*;

// Identity hashes, monitors and weak maps keep their objects through many moves, while threads hold and wait on them.
public class HashStability {
    public static void main(String[] args) throws Exception {
        Map<Object, Integer> ids = new IdentityHashMap<>();
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            Object o = switch (i % 4) {
                case 0 -> new Object();
                case 1 -> new byte[i % 50];
                case 2 -> "s" + i;
                default -> new Object[i % 5];
            };
            objects.add(o);
            ids.put(o, i);
            if (i % 700 == 0) System.gc();
        }
        int good = 0;
        for (int i = 0; i < objects.size(); i++) if (ids.get(objects.get(i)) == i) good++;
        System.out.println(good); // expect: 3000
        Object lock = new Object();
        int hash = System.identityHashCode(lock);
        boolean[] state = new boolean[2];
        Thread t = new Thread(() -> {
            synchronized (lock) {
                state[0] = true;
                lock.notifyAll();
                while (!state[1]) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        throw new Error(e);
                    }
                }
                System.out.println("woken " + (System.identityHashCode(lock) == hash));
            }
        });
        synchronized (lock) {
            t.start();
            while (!state[0]) lock.wait();
            System.gc();
            state[1] = true;
            lock.notifyAll();
            System.gc();
        }
        t.join();
        System.out.println(System.identityHashCode(lock) == hash);
    }
}
