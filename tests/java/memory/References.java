import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;

// Weak, soft and phantom references, reference queues, WeakHashMap and Cleaner after System.gc, waiting with patience for what is only promised in time.
public class References {
    static boolean soon(BooleanSupplierX x) throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            if (x.get()) return true;
            System.gc();
            Thread.sleep(10);
        }
        return false;
    }
    interface BooleanSupplierX { boolean get(); }
    static class Doomed {
        static CountDownLatch finalized = new CountDownLatch(3);
        static List<Doomed> risen = Collections.synchronizedList(new ArrayList<>());
        final int id;
        Doomed(int id) { this.id = id; }
        @Override
        @SuppressWarnings("removal")
        protected void finalize() {
            if (id == 1) risen.add(this);
            finalized.countDown();
        }
    }
    static void makeDoomed() { for (int i = 0; i < 3; i++) new Doomed(i); }
    static WeakReference<Object> weak(ReferenceQueue<Object> q) { return new WeakReference<>(new Object(), q); }
    static PhantomReference<Object> phantom(ReferenceQueue<Object> q) { return new PhantomReference<>(new Object(), q); }
    static void clean(Cleaner c, CountDownLatch l) { c.register(new Object(), l::countDown); }
    static void fill(Map<Object, String> m) { for (int i = 0; i < 50; i++) m.put(new Object(), "v" + i); }

    public static void main(String[] args) throws Exception {
        ReferenceQueue<Object> q = new ReferenceQueue<>();
        WeakReference<Object> w = weak(q);
        Object kept = new Object();
        WeakReference<Object> strong = new WeakReference<>(kept);
        System.out.println(soon(() -> w.get() == null) + " " + (strong.get() == kept));
        Reference<?> polled = q.remove(20000);
        System.out.println(polled == w ? "queued" : "not queued");
        PhantomReference<Object> p = phantom(q);
        System.out.println(p.get() + " " + soon(() -> q.poll() == p));
        SoftReference<byte[]> soft = new SoftReference<>(new byte[1000]);
        System.gc();
        System.out.println(soft.get() != null);
        CountDownLatch cleaned = new CountDownLatch(1);
        clean(Cleaner.create(), cleaned);
        System.out.println(soon(() -> cleaned.getCount() == 0));
        makeDoomed();
        System.out.println(soon(() -> Doomed.finalized.getCount() == 0) + " " + soon(() -> Doomed.risen.size() == 1) + " " + Doomed.risen.get(0).id);
        WeakHashMap<Object, String> map = new WeakHashMap<>();
        fill(map);
        map.put(kept, "stays");
        System.out.println(soon(() -> map.size() == 1) + " " + map.get(kept));
        w.enqueue();
        System.out.println(w.refersTo(null) + " " + strong.refersTo(kept) + " " + strong.enqueue() + " " + strong.get());
        Object chain = null;
        WeakReference<?>[] refs = new WeakReference<?>[1000];
        for (int i = 0; i < refs.length; i++) {
            Object[] link = {chain, i};
            chain = link;
            refs[i] = new WeakReference<Object>(link);
        }
        System.gc();
        int alive = 0;
        for (WeakReference<?> r : refs) if (r.get() != null) alive++;
        System.out.println(alive + " " + ((Object[]) chain)[1]);
        Reference.reachabilityFence(chain);
        Reference.reachabilityFence(kept);
    }
}
