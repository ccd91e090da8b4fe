import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

/** Programs without a race: in no schedule is there a report. */
public class Right {
    static void all(int threads, Runnable work) throws Exception {
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = new Thread(work, "worker " + i);
            all[i].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
    }

    static void expect(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }

    static void pools() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<int[]>> futures = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int[] mine = {i};
            futures.add(pool.submit(() -> {
                mine[0]++;
                return mine;
            }));
        }
        int sum = 0;
        for (Future<int[]> future : futures) {
            sum += future.get()[0];
        }
        expect(sum == 210);
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int n = i;
            tasks.add(() -> new HashMap<>(Map.of(n, n)).get(n));
        }
        for (Future<Integer> future : pool.invokeAll(tasks)) {
            future.get();
        }
        pool.shutdown();
        expect(pool.awaitTermination(1, TimeUnit.MINUTES));
        int[] cell = new int[1];
        CompletableFuture.runAsync(() -> cell[0] = 1).thenApplyAsync(x -> cell[0]++).thenAccept(x -> cell[0]++).get();
        expect(cell[0] == 3);
        ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(2);
        int[] ran = new int[1];
        scheduled.schedule(() -> { ran[0] = 1; }, 1, TimeUnit.MILLISECONDS).get();
        expect(ran[0] == 1);
        scheduled.shutdownNow();
    }

    static void streams() {
        int[] numbers = IntStream.range(0, 500).toArray();
        expect(Arrays.stream(numbers).parallel().map(x -> x + 1).sum() == 125_250);
        List<Integer> list = IntStream.range(0, 300).boxed().collect(Collectors.toCollection(ArrayList::new));
        Map<Integer, List<Integer>> groups = list.parallelStream().collect(Collectors.groupingBy(x -> x % 7));
        expect(groups.size() == 7);
        expect(list.parallelStream().sorted(Comparator.reverseOrder()).toList().get(0) == 299);
        int[] more = new Random(1).ints(5_000).toArray();
        Arrays.parallelSort(more);
        Arrays.parallelPrefix(numbers, Integer::sum);
    }

    static void maps() throws Exception {
        ConcurrentHashMap<Integer, int[]> map = new ConcurrentHashMap<>();
        ConcurrentSkipListMap<Integer, int[]> sorted = new ConcurrentSkipListMap<>();
        CopyOnWriteArrayList<int[]> list = new CopyOnWriteArrayList<>();
        Map<Integer, int[]> locked = Collections.synchronizedMap(new HashMap<>());
        Hashtable<Integer, int[]> old = new Hashtable<>();
        Vector<int[]> vector = new Vector<>();
        all(3, () -> {
            for (int i = 0; i < 100; i++) {
                int[] value = {i};
                map.putIfAbsent(i, value);
                expect(map.get(i)[0] == i);
                map.computeIfAbsent(1000 + i, key -> new int[] {key});
                expect(map.get(1000 + i)[0] == 1000 + i);
                sorted.putIfAbsent(i, new int[] {i});
                expect(sorted.get(i)[0] == i);
                list.add(value);
                locked.putIfAbsent(i, new int[] {i});
                expect(locked.get(i)[0] == i);
                old.putIfAbsent(i, new int[] {i});
                expect(old.get(i)[0] == i);
                vector.add(value);
            }
            for (int[] value : list) {
                expect(value[0] >= 0);
            }
        });
    }

    static void queues() throws Exception {
        for (BlockingQueue<int[]> queue : List.of(new ArrayBlockingQueue<int[]>(4), new LinkedBlockingQueue<int[]>(4), new SynchronousQueue<int[]>(),
                                                  new LinkedTransferQueue<int[]>(), new PriorityBlockingQueue<int[]>(4, (a, b) -> a[0] - b[0]), new LinkedBlockingDeque<int[]>(4))) {
            int[] sum = new int[1];
            Thread consumer = new Thread(() -> {
                try {
                    for (int i = 0; i < 50; i++) {
                        sum[0] += queue.take()[0];
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            consumer.start();
            for (int i = 0; i < 50; i++) {
                int[] value = new int[1];
                value[0] = i;
                queue.put(value);
            }
            consumer.join();
            expect(sum[0] == 1225);
        }
        ConcurrentLinkedQueue<int[]> linked = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedDeque<int[]> deque = new ConcurrentLinkedDeque<>();
        all(3, () -> {
            for (int i = 0; i < 50; i++) {
                linked.add(new int[] {i});
                deque.addFirst(new int[] {i});
                int[] polled = linked.poll();
                expect(polled == null || polled[0] >= 0);
                polled = deque.pollLast();
                expect(polled == null || polled[0] >= 0);
            }
        });
    }

    static void locks() throws Exception {
        int[] cell = new int[1];
        Object monitor = new Object();
        ReentrantLock lock = new ReentrantLock(true);
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        StampedLock stamped = new StampedLock();
        int[][] cells = new int[5][1];
        Semaphore permit = new Semaphore(1);
        CyclicBarrier barrier = new CyclicBarrier(3, () -> cell[0]++);
        Phaser phaser = new Phaser(3);
        all(3, () -> {
            try {
                for (int i = 0; i < 30; i++) {
                    synchronized (monitor) { synchronized (monitor) { cells[0][0]++; } cells[0][0]++; }
                    lock.lock();
                    try { cells[1][0]++; } finally { lock.unlock(); }
                    both.writeLock().lock();
                    cells[2][0]++;
                    both.readLock().lock();
                    both.writeLock().unlock();
                    expect(cells[2][0] > 0);
                    both.readLock().unlock();
                    long stamp = stamped.writeLock();
                    cells[3][0]++;
                    stamp = stamped.tryConvertToReadLock(stamp);
                    expect(cells[3][0] > 0);
                    stamped.unlockRead(stamp);
                    permit.acquire();
                    cells[4][0]++;
                    permit.release();
                    barrier.await();
                    expect(cell[0] == i + 1);
                    phaser.arriveAndAwaitAdvance();
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        });
        expect(cells[0][0] == 180 && cells[4][0] == 90);
    }

    static void timers() throws Exception {
        Timer timer = new Timer("ticks");
        int[] count = new int[1];
        CountDownLatch done = new CountDownLatch(3);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                count[0]++;
                done.countDown();
            }
        }, 1, 1);
        done.await();
        timer.cancel();
        int[] woken = new int[1];
        Thread sleeper = new Thread(() -> {
            try {
                while (true) {
                    // Under some schedules the time is over before the interrupt comes.
                    Thread.sleep(1_000_000);
                }
            } catch (InterruptedException e) {
                woken[0]++;
            }
        });
        sleeper.start();
        woken[0] = 1;
        sleeper.interrupt();
        sleeper.join();
        expect(woken[0] == 2);
    }

    record Point(int x, int y, List<String> names) {
    }

    static final class Plain {
        private final Map<String, int[]> map = new HashMap<>();
        private final StringBuilder text = new StringBuilder();

        Plain() {
            synchronized (this) {
                map.put("before", new int[] {1});
            }
            text.append("x");
            map.put("behind", new int[] {2});
        }
    }

    /** Published by a reference that orders nothing: only final fields make these safe. */
    static void immutable() throws Exception {
        AtomicReference<Object> place = new AtomicReference<>();
        Thread reader = new Thread(() -> {
            for (int i = 0; i < 200; i++) {
                Object o = place.getOpaque();
                if (o instanceof Point p) {
                    expect(p.names().get(1).length() == p.y());
                } else if (o instanceof Plain plain) {
                    expect(plain.map.get("behind")[0] == 2 && plain.map.get("before")[0] == 1 && plain.text.length() == 1);
                } else if (o instanceof String text) {
                    expect(text.hashCode() != 1);
                } else if (o instanceof Map<?, ?> map) {
                    expect(map.get("k") != null && map.keySet().size() == 1);
                }
                Thread.yield();
            }
        });
        reader.start();
        for (int i = 0; i < 100; i++) {
            place.setOpaque(new Point(i, 2, new ArrayList<>(List.of("a", "bb"))));
            Thread.yield();
            place.setOpaque(new Plain());
            Thread.yield();
            place.setOpaque("text " + i);
            place.setOpaque(Map.of("k", i));
            Thread.yield();
        }
        reader.join();
    }

    static volatile int[] once;

    static void doubleChecked() throws Exception {
        all(4, () -> {
            int[] mine = once;
            if (mine == null) {
                synchronized (Right.class) {
                    mine = once;
                    if (mine == null) {
                        mine = new int[] {0};
                        mine[0] = 5;
                        once = mine;
                    }
                }
            }
            expect(mine[0] == 5);
        });
        all(4, () -> expect(Lazy.TABLE.get(3) == 9 && Lazy.sum == 30));
    }

    static class Lazy {
        static final Map<Integer, Integer> TABLE = new HashMap<>();
        static int sum;

        static {
            for (int i = 0; i < 5; i++) {
                TABLE.put(i, i * i);
                sum += i * i;
            }
        }
    }

    /** Each thread has its own bytes of one word, its own elements, its own thread local. */
    static void confined() throws Exception {
        byte[] bytes = new byte[64];
        short[] shorts = new short[64];
        boolean[] flags = new boolean[64];
        AtomicInteger next = new AtomicInteger();
        ThreadLocal<int[]> local = ThreadLocal.withInitial(() -> new int[1]);
        all(4, () -> {
            int mine = next.getAndIncrement();
            for (int round = 0; round < 20; round++) {
                for (int i = mine; i < 64; i += 4) {
                    bytes[i]++;
                    shorts[i]++;
                    flags[i] = !flags[i];
                }
                local.get()[0]++;
                synchronized (local) {
                    expect(local.get()[0] == round + 1);
                }
            }
        });
    }

    /** Many threads read what one has made before they started. */
    static void sharedReads() throws Exception {
        int[] table = new int[100];
        for (int i = 0; i < table.length; i++) {
            table[i] = i;
        }
        byte[] bytes = "some text of bytes".getBytes();
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        all(4, () -> {
            int sum = 0;
            for (int x : table) {
                sum += x;
            }
            for (byte b : bytes) {
                sum += b;
            }
            for (int x : list) {
                sum += x;
            }
            expect(sum > 0);
        });
        for (int i = 0; i < table.length; i++) {
            table[i]++;
        }
        bytes[3]++;
        list.set(0, 2);
    }

    /** Threads that end, whose slots others get. */
    static void dead() throws Exception {
        int[] cell = new int[1];
        for (int i = 0; i < 50; i++) {
            Thread thread = new Thread(() -> cell[0]++);
            thread.start();
            thread.join();
            Thread other = new Thread(() -> cell[0]++);
            other.start();
            while (other.isAlive()) {
                Thread.yield();
            }
            cell[0]++;
        }
        expect(cell[0] == 150);
    }

    public static void main(String[] args) throws Exception {
        Right.class.getDeclaredMethod(args[0]).invoke(null);
        System.out.println("done");
    }
}
