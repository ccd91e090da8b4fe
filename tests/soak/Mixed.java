import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

// Everything at once, for so many seconds: each activity runs in threads of its own, over and over, and checks what it made. Prints how many
// rounds each has done; ends with 1 and the reason when one of them finds something wrong.
public class Mixed {
    interface Activity {
        void round(Random random) throws Exception;
    }

    static final AtomicReference<Throwable> wrong = new AtomicReference<>();
    static volatile boolean over;

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    // --- allocation: trees that die young, and a table of old ones whose entries are replaced ---

    record Tree(Tree left, Tree right, long number) {
        static Tree of(int levels, long number) {
            return levels == 0 ? null : new Tree(of(levels - 1, 2 * number), of(levels - 1, 2 * number + 1), number);
        }

        static long wrongNodes(Tree tree, long number) {
            return tree == null ? 0 : (tree.number == number ? 0 : 1) + wrongNodes(tree.left, 2 * number) + wrongNodes(tree.right, 2 * number + 1);
        }
    }

    static final class OldTrees implements Activity {
        final Tree[] live = new Tree[600];

        @Override
        public void round(Random random) {
            for (int i = 0; i < 20; i++) {
                int at = random.nextInt(live.length);
                check(Tree.wrongNodes(live[at], at) == 0, "a tree has changed");
                live[at] = Tree.of(11, at);
            }
        }
    }

    static final class Strings implements Activity {
        @Override
        public void round(Random random) {
            Map<String, Integer> counts = new HashMap<>();
            for (int i = 0; i < 3_000; i++) {
                counts.merge("word" + i % 500, 1, Integer::sum);
            }
            check(counts.values().stream().mapToInt(Integer::intValue).sum() == 3_000, "words were lost");
            byte[] large = new byte[random.nextInt(4 << 20)];
            check(large.length == 0 || large[large.length - 1] == 0, "fresh memory is not zero");
            Arrays.fill(large, (byte) 1);
        }
    }

    // --- locks: counters under contended locks, and a queue of wait and notify ---

    static final class Counters implements Activity {
        static final Object[] LOCKS = new Object[8];
        static final long[] VALUES = new long[LOCKS.length];
        static final AtomicLong EXPECTED = new AtomicLong();

        static {
            Arrays.setAll(LOCKS, i -> new Object());
        }

        @Override
        public void round(Random random) {
            for (int i = 0; i < 2_000; i++) {
                int at = random.nextInt(LOCKS.length);
                synchronized (LOCKS[at]) {
                    synchronized (LOCKS[at]) {
                        VALUES[at]++;
                    }
                }
                if (i % 500 == 0) {
                    check(LOCKS[at].hashCode() == System.identityHashCode(LOCKS[at]), "a hash has changed");
                }
            }
            EXPECTED.addAndGet(2_000);
        }
    }

    static final class Queue implements Activity {
        static final ArrayDeque<int[]> WAITING = new ArrayDeque<>();

        @Override
        public void round(Random random) throws InterruptedException {
            Thread producer = new Thread(() -> {
                for (int i = 0; i < 200; i++) {
                    synchronized (WAITING) {
                        WAITING.add(new int[] {i});
                        WAITING.notify();
                    }
                }
            });
            producer.start();
            for (int i = 0; i < 200; i++) {
                synchronized (WAITING) {
                    while (WAITING.isEmpty()) {
                        WAITING.wait();
                    }
                    check(WAITING.poll()[0] == i, "out of order");
                }
            }
            producer.join();
        }
    }

    // --- threads that come and go ---

    static final class Crowd implements Activity {
        @Override
        public void round(Random random) throws InterruptedException {
            AtomicLong sum = new AtomicLong();
            ThreadLocal<int[]> own = ThreadLocal.withInitial(() -> new int[100]);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                int number = i;
                Thread thread = new Thread(() -> {
                    Arrays.fill(own.get(), number);
                    sum.addAndGet(Arrays.stream(own.get()).sum());
                });
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            check(sum.get() == 100 * 190, "threads were lost");
        }
    }

    // --- classes that are loaded, used and dropped ---

    public static final class Payload implements IntUnaryOperator {
        static final int[] TABLE = new int[1_000];

        static {
            Arrays.setAll(TABLE, i -> 3 * i);
        }

        @Override
        public int applyAsInt(int value) {
            IntUnaryOperator by = x -> x + TABLE[value];
            return by.applyAsInt(1);
        }
    }

    static final class Loader extends ClassLoader {
        Loader() {
            super(Mixed.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("Mixed$Payload")) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = Mixed.class.getResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static final class Classes implements Activity {
        @Override
        public void round(Random random) throws Exception {
            for (int i = 0; i < 5; i++) {
                Class<?> loaded = new Loader().loadClass("Mixed$Payload", true);
                check(loaded != Payload.class, "the loader was not asked");
                IntUnaryOperator made = (IntUnaryOperator) loaded.getDeclaredConstructor().newInstance();
                check(made.applyAsInt(7) == 22, "a loaded class counts wrong");
            }
        }
    }

    // --- references, cleaners, finalizers, direct memory ---

    static final class References implements Activity {
        static final Cleaner CLEANER = Cleaner.create();
        static final AtomicLong CLEANED = new AtomicLong();
        final ReferenceQueue<Object> queue = new ReferenceQueue<>();
        final List<SoftReference<byte[]>> soft = new ArrayList<>();

        static final class Finalized {
            final byte[] content = new byte[100];

            @Override
            @SuppressWarnings("deprecation")
            protected void finalize() {
                CLEANED.addAndGet(content.length / 100);
            }
        }

        @Override
        public void round(Random random) {
            List<WeakReference<Object>> weak = new ArrayList<>();
            Object kept = new Object();
            for (int i = 0; i < 500; i++) {
                weak.add(new WeakReference<>(i == 0 ? kept : new Object(), queue));
                new Finalized();
                CLEANER.register(new Object(), CLEANED::incrementAndGet);
            }
            ByteBuffer.allocateDirect(10_000).putInt(0, 1);
            soft.add(new SoftReference<>(new byte[50_000]));
            soft.removeIf(each -> each.get() == null || soft.size() > 500);
            while (queue.poll() != null) {
                CLEANED.incrementAndGet();
            }
            check(weak.get(0).get() == kept, "a living object's reference was cleared");
        }
    }

    // --- native code: compression ---

    static final class Native implements Activity {
        @Override
        public void round(Random random) throws Exception {
            byte[] plain = new byte[50_000];
            for (int i = 0; i < plain.length; i++) {
                plain[i] = (byte) random.nextInt(8);
            }
            Deflater deflater = new Deflater();
            deflater.setInput(plain);
            deflater.finish();
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            byte[] buffer = new byte[4_096];
            while (!deflater.finished()) {
                packed.write(buffer, 0, deflater.deflate(buffer));
            }
            deflater.end();
            Inflater inflater = new Inflater();
            inflater.setInput(packed.toByteArray());
            byte[] again = new byte[plain.length];
            int got = 0;
            while (!inflater.finished()) {
                got += inflater.inflate(again, got, again.length - got);
            }
            inflater.end();
            CRC32 sum = new CRC32();
            sum.update(plain);
            long before = sum.getValue();
            sum.reset();
            sum.update(again);
            check(got == plain.length && before == sum.getValue(), "unpacked is not what was packed");
        }
    }

    static final Map<String, AtomicLong> rounds = new java.util.TreeMap<>();

    static Thread start(String name, long seed, Activity activity) {
        AtomicLong count = rounds.computeIfAbsent(name, key -> new AtomicLong());
        Thread thread = new Thread(() -> {
            Random random = new Random(seed);
            try {
                while (!over) {
                    activity.round(random);
                    count.incrementAndGet();
                }
            } catch (Throwable e) {
                wrong.compareAndSet(null, e);
                over = true;
            }
        }, name);
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws Exception {
        long seconds = Long.parseLong(args[0]);
        long seed = args.length > 1 ? Long.parseLong(args[1]) : 1;
        List<Thread> all = new ArrayList<>();
        all.add(start("old trees", seed, new OldTrees()));
        all.add(start("strings", seed + 1, new Strings()));
        for (int i = 0; i < 3; i++) {
            all.add(start("counters", seed + 2 + i, new Counters()));
        }
        all.add(start("queue", seed + 5, new Queue()));
        all.add(start("crowd", seed + 6, new Crowd()));
        all.add(start("classes", seed + 7, new Classes()));
        all.add(start("references", seed + 8, new References()));
        all.add(start("native", seed + 9, new Native()));
        long start = System.nanoTime();
        for (long second = 1; second <= seconds && !over; second++) {
            Thread.sleep(Math.max(1, second * 1_000 - (System.nanoTime() - start) / 1_000_000));
            if (second % 10 == 0) {
                System.out.println("at " + second + " s: " + rounds);
            }
            if (second % 60 == 0) {
                System.gc();
            }
        }
        over = true;
        for (Thread thread : all) {
            thread.join();
        }
        if (wrong.get() == null && Arrays.stream(Counters.VALUES).sum() != Counters.EXPECTED.get()) {
            wrong.set(new AssertionError("counts were lost"));
        }
        if (wrong.get() != null) {
            wrong.get().printStackTrace();
            System.exit(1);
        }
        System.out.println("done " + rounds);
    }
}
