// run: -Xmx24m
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

// References of all strengths under churn in several threads: what is strongly held is never cleared, what is not goes in the end, each is queued once,
// soft references go before memory runs out, finalizers see whole objects and may bring them back once.
public class ReferenceTorture {
    static class Tagged extends WeakReference<int[]> {
        final int tag;
        Tagged(int[] r, ReferenceQueue<int[]> q, int tag) { super(r, q); this.tag = tag; }
    }
    static class Ghost extends PhantomReference<Object> {
        final int tag;
        Ghost(Object r, ReferenceQueue<Object> q, int tag) { super(r, q); this.tag = tag; }
    }
    static class Riser {
        static final Queue<Riser> risen = new ConcurrentLinkedQueue<>();
        static final AtomicInteger broken = new AtomicInteger();
        final int id;
        final String[] friends;
        Riser(int id) { this.id = id; friends = new String[] {"friend" + id, "other" + id}; }
        @Override
        @SuppressWarnings("removal")
        protected void finalize() {
            if (!friends[0].equals("friend" + id) || !friends[1].equals("other" + id)) broken.incrementAndGet();
            risen.add(this);
        }
    }

    static String weakly(int seed) throws Exception {
        ReferenceQueue<int[]> queue = new ReferenceQueue<>();
        List<int[]> kept = new ArrayList<>();
        List<Tagged> all = new ArrayList<>();
        Random random = new Random(seed);
        BitSet dropped = new BitSet();
        for (int i = 0; i < 600; i++) {
            int[] value = {seed, i};
            all.add(new Tagged(value, queue, i));
            if (random.nextBoolean()) kept.add(value); else dropped.set(i);
            if (i % 100 == 0) for (int k = 0; k < 200; k++) new Object[] {value, new int[k]}.hashCode();
        }
        BitSet queued = new BitSet();
        for (int tries = 0; tries < 300 && queued.cardinality() < dropped.cardinality(); tries++) {
            System.gc();
            for (Reference<?> r = queue.remove(20); r != null; r = queue.poll()) {
                int tag = ((Tagged) r).tag;
                if (queued.get(tag)) return "queued twice: " + tag;
                queued.set(tag);
            }
        }
        if (!queued.equals(dropped)) return "queued " + queued.cardinality() + " of " + dropped.cardinality();
        int k = 0;
        for (Tagged t : all) {
            int[] value = t.get();
            if (dropped.get(t.tag) != (value == null)) return "cleared wrongly: " + t.tag;
            if (value != null && (value != kept.get(k++) || value[1] != t.tag || value[0] != seed)) return "changed: " + t.tag;
        }
        return "weak ok";
    }

    static String phantoms() throws Exception {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Set<Ghost> ghosts = new HashSet<>();
        for (int i = 0; i < 200; i++) ghosts.add(new Ghost(new ArrayList<>(List.of(i, "x" + i)), queue, i));
        int sum = 0;
        for (int tries = 0; tries < 300 && !ghosts.isEmpty(); tries++) {
            System.gc();
            for (Ghost g = (Ghost) queue.remove(20); g != null; g = (Ghost) queue.poll()) {
                if (g.get() != null || !ghosts.remove(g)) return "phantom " + g.tag;
                sum += g.tag;
            }
        }
        return "phantoms " + sum;
    }

    static void makeRisers() { for (int i = 0; i < 100; i++) new Riser(i); }

    static String finalizers() throws Exception {
        makeRisers();
        for (int tries = 0; tries < 300 && Riser.risen.size() < 100; tries++) {
            System.gc();
            Thread.sleep(10);
        }
        long sum = 0;
        for (Riser r : Riser.risen) sum += r.id;
        int before = Riser.risen.size();
        Riser.risen.clear();
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(5);
        }
        return "risen " + before + " " + sum + ", again " + Riser.risen.size() + ", broken " + Riser.broken;
    }

    static String softly() {
        List<SoftReference<byte[]>> soft = new ArrayList<>();
        SoftReference<String> held = new SoftReference<>(new String("held"));
        String strong = held.get();
        for (int i = 0; i < 40; i++) soft.add(new SoftReference<>(new byte[200_000]));
        List<byte[]> hog = new ArrayList<>();
        String end = "no end";
        try {
            for (;;) hog.add(new byte[500_000]);
        } catch (OutOfMemoryError e) {
            hog = null;
            end = e.getMessage();
        }
        int left = 0;
        for (SoftReference<byte[]> s : soft) if (s.get() != null) left++;
        return "soft left " + left + ", " + (held.get() == strong) + ", " + end;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<String>> results = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int seed = i + 11;
            results.add(pool.submit(() -> weakly(seed)));
        }
        results.add(pool.submit(ReferenceTorture::phantoms));
        results.add(pool.submit(ReferenceTorture::finalizers));
        for (Future<String> f : results) System.out.println(f.get());
        pool.shutdown();
        System.out.println(softly());
        AtomicInteger cleaned = new AtomicInteger();
        Cleaner cleaner = Cleaner.create();
        Object[] registered = new Object[50];
        for (int i = 0; i < 50; i++) {
            int bit = i;
            cleaner.register(registered[i] = new int[i], () -> cleaned.addAndGet(bit));
        }
        System.gc();
        System.out.println("cleaned early " + cleaned);
        Reference.reachabilityFence(registered);
        registered = null;
        for (int tries = 0; tries < 300 && cleaned.get() != 1225; tries++) {
            System.gc();
            Thread.sleep(5);
        }
        System.out.println("cleaned " + cleaned); // expect: cleaned 1225
    }
}
