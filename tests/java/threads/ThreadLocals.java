import java.util.*;

// ThreadLocal with initial values, inheritance, removal, per-thread isolation.
public class ThreadLocals {
    static final ThreadLocal<List<Integer>> LISTS = ThreadLocal.withInitial(ArrayList::new);
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>() {
        @Override
        protected String childValue(String parent) { return parent + ">child"; }
    };

    public static void main(String[] args) throws Exception {
        LISTS.get().add(1);
        INHERITED.set("main");
        String[] results = new String[4];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int k = i;
            threads[i] = new Thread(() -> {
                for (int j = 0; j <= k; j++) LISTS.get().add(j * 10);
                results[k] = LISTS.get() + " " + INHERITED.get();
                INHERITED.set("changed");
                LISTS.remove();
                results[k] += LISTS.get();
            });
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        for (String r : results) System.out.println(r);
        System.out.println(LISTS.get() + " " + INHERITED.get()); // expect: [1] main
        @SuppressWarnings("unchecked")
        ThreadLocal<Object>[] many = new ThreadLocal[200];
        for (int i = 0; i < many.length; i++) {
            many[i] = new ThreadLocal<>();
            many[i].set("v" + i);
            if (i % 3 == 0) many[i] = null;
        }
        System.gc();
        int found = 0;
        for (int i = 0; i < many.length; i++) if (many[i] != null && ("v" + i).equals(many[i].get())) found++;
        System.out.println(found);
    }
}
