// Volatile hand-over, final fields, double-checked creation, a spinning reader that must see a write, long fields that must not tear.
public class Visibility {
    static volatile boolean flag;
    static int data;
    static volatile long wide;
    static volatile Visibility single;
    final int value = 42;
    static int created;

    static Visibility get() {
        Visibility v = single;
        if (v == null) {
            synchronized (Visibility.class) {
                v = single;
                if (v == null) {
                    created++;
                    single = v = new Visibility();
                }
            }
        }
        return v;
    }

    public static void main(String[] args) throws Exception {
        int[] seen = new int[1];
        Thread reader = new Thread(() -> {
            while (!flag) {
            }
            seen[0] = data;
        });
        reader.start();
        data = 99;
        flag = true;
        reader.join();
        System.out.println(seen[0]); // expect: 99
        Thread[] getters = new Thread[5];
        int[] sums = new int[5];
        for (int i = 0; i < 5; i++) {
            int k = i;
            (getters[i] = new Thread(() -> {
                for (int n = 0; n < 100; n++) sums[k] += get().value;
            })).start();
        }
        int total = 0;
        for (int i = 0; i < 5; i++) {
            getters[i].join();
            total += sums[i];
        }
        System.out.println(total + " " + created); // expect: 21000 1
        flag = false;
        int[] torn = new int[1];
        Thread watcher = new Thread(() -> {
            while (!flag) {
                long w = wide;
                if (w != 0 && w != -1L) torn[0]++;
            }
        });
        watcher.start();
        for (int i = 0; i < 20000; i++) wide = i % 2 == 0 ? -1L : 0;
        flag = true;
        watcher.join();
        System.out.println(torn[0]); // expect: 0
    }
}
