import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

// Small programs for schedules. Each prints one line that tells schedules apart.
public class Small {
    static int plain;
    static long wide;
    static volatile int shared;
    static final AtomicInteger atomic = new AtomicInteger();
    static volatile boolean goes;
    int field;

    static class Late {
        static int value = 1;
    }

    static void both(Runnable work) throws InterruptedException {
        Thread one = new Thread(work, "one"), two = new Thread(work, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }

    // One preemption loses an addition.
    static void lostUpdate() throws Exception {
        both(() -> plain++);
        System.out.println(plain);
    }

    static void lostWide() throws Exception {
        both(() -> wide += 3);
        System.out.println(wide);
    }

    static void lostField() throws Exception {
        Small small = new Small();
        both(() -> small.field += 2);
        System.out.println(small.field);
    }

    static void lostElement() throws Exception {
        int[] counts = new int[2];
        both(() -> counts[1] += 2);
        System.out.println(counts[1]);
    }

    // The library's own code has the two accesses.
    static void lostAdd() throws Exception {
        java.util.List<Integer> list = new java.util.ArrayList<>(4);
        both(() -> list.add(1));
        System.out.println(list.size());
    }

    // Each thread has arrays of its own, and a collection moves them while the other one stands at an access.
    static void elements() throws Exception {
        both(() -> {
            boolean[] flags = new boolean[3];
            byte[] bytes = new byte[3];
            char[] chars = new char[3];
            short[] shorts = new short[3];
            int[] ints = new int[3];
            long[] longs = new long[3];
            float[] floats = new float[3];
            double[] doubles = new double[3];
            Object[][] objects = {{}, null, null};
            for (int i = 1; i < 3; i++) {
                flags[i] = !flags[i - 1];
                bytes[i] = (byte) (bytes[i - 1] + 1);
                chars[i] = (char) (chars[i - 1] + 2);
                shorts[i] = (short) (shorts[i - 1] + 3);
                ints[i] += ints[i - 1] + 4;
                longs[i] = longs[i - 1] + 5;
                floats[i] = floats[i - 1] + 6;
                doubles[i] = doubles[i - 1] + 7;
                objects[i] = new Object[] {objects[i - 1], i};
                System.gc();
            }
            Object[] inner = (Object[]) objects[2][0];
            double sum = bytes[2] + chars[2] + shorts[2] + ints[2] + longs[2] + floats[2] + doubles[2] + (int) inner[1];
            if (!flags[1] || flags[2] || inner[0] != objects[0])
                sum = -1;
            atomic.addAndGet((int) sum);
        });
        System.out.println(atomic);
    }

    static void lostVolatile() throws Exception {
        both(() -> shared = shared + 1);
        System.out.println(shared);
    }

    // Each operation is atomic, but not the two together.
    static void lostAtomic() throws Exception {
        both(() -> atomic.set(atomic.get() + 1));
        System.out.println(atomic);
    }

    // A thread has taken it only if another one comes between the two operations.
    static void lostCas() throws Exception {
        AtomicInteger lost = new AtomicInteger();
        both(() -> {
            if (atomic.compareAndSet(0, 1))
                atomic.compareAndSet(1, 0);
            else
                lost.addAndGet(1);
        });
        System.out.println(lost);
    }

    // A sleep is no synchronization: the other thread may be slower.
    static void sleeps() throws Exception {
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 3; i++)
                add();
        });
        writer.start();
        Thread.sleep(100);
        synchronized (Small.class) {
            System.out.println(plain == 3 ? "in time" : "late");
        }
    }

    static void await(BooleanSupplier done) {
        while (!done.getAsBoolean())
            Thread.yield();
    }

    // JLS 17.2.2: notify wakes any of those that wait, not the oldest. Of all that notifyAll wakes, any may enter first.
    static void notifies(Consumer<Object> notify, Consumer<Object> passOn) throws Exception {
        Object lock = new Object();
        List<String> came = new ArrayList<>(), went = new ArrayList<>();
        Runnable waits = () -> {
            String name = Thread.currentThread().getName();
            synchronized (lock) {
                came.add(name);
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                went.add(name);
                passOn.accept(lock);
            }
        };
        Thread one = new Thread(waits, "one"), two = new Thread(waits, "two");
        one.start();
        two.start();
        await(() -> { synchronized (lock) { return came.size() == 2; } });
        synchronized (lock) {
            notify.accept(lock);
        }
        one.join();
        two.join();
        System.out.println(came.equals(went) ? "oldest" : "another");
    }

    // With an if where a while should be, a wake-up for no reason is fatal.
    static void wakes() throws Exception {
        Object lock = new Object();
        Thread one = new Thread(() -> {
            synchronized (lock) {
                try {
                    if (!goes)
                        lock.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                System.out.println(goes ? "ready" : "not ready");
            }
        });
        one.start();
        add();
        synchronized (lock) {
            goes = true;
            lock.notify();
        }
        one.join();
    }

    // What it prints depends on how often it was asked.
    static void looks() throws Exception {
        wakes();
        System.out.println(System.nanoTime());
    }

    static void unparks() throws Exception {
        Thread one = new Thread(() -> {
            LockSupport.park();
            System.out.println(goes ? "ready" : "not ready");
        });
        one.start();
        add();
        goes = true;
        LockSupport.unpark(one);
        one.join();
    }

    // Each of the four orders may fail, and none else.
    static void weakCas() {
        AtomicLong number = new AtomicLong();
        AtomicReference<String> name = new AtomicReference<>();
        int failed = (atomic.weakCompareAndSetPlain(0, 1) ? 0 : 1) + (atomic.weakCompareAndSetAcquire(atomic.get(), 2) ? 0 : 2)
            + (number.weakCompareAndSetRelease(0, 1) ? 0 : 4) + (name.weakCompareAndSetVolatile(null, "a") ? 0 : 8);
        boolean strong = atomic.compareAndSet(atomic.get(), 3) & number.compareAndSet(number.get(), 3);
        System.out.println(strong ? failed : -1);
    }

    // A class of the library that threads must not share.
    static void sharesMatcher() throws Exception {
        java.util.regex.Matcher matcher = java.util.regex.Pattern.compile("a").matcher("aaaa");
        AtomicInteger wrong = new AtomicInteger(), turn = new AtomicInteger();
        both(() -> {
            int start = turn.getAndIncrement();
            matcher.region(start, 3);
            if (matcher.regionStart() != start)
                wrong.incrementAndGet();
        });
        System.out.println(wrong.get() == 0 ? "alone" : "shared");
    }

    // The hour, and what a round of a loop takes.
    static void clock() {
        Thread.yield();
        long from = System.nanoTime();
        for (int i = 0; i < 100_000; i++)
            plain++;
        Thread.yield();
        System.out.println(System.currentTimeMillis() / 3_600_000 + " " + (System.nanoTime() - from) / 100_000);
    }

    // No schedule breaks these.
    static void safe() throws Exception {
        Lock lock = new ReentrantLock();
        both(() -> {
            synchronized (Small.class) {
                plain++;
            }
            lock.lock();
            wide++;
            lock.unlock();
            atomic.incrementAndGet();
        });
        System.out.println(plain + " " + wide + " " + atomic);
    }

    static void order() throws Exception {
        Object a = new Object(), b = new Object();
        Thread one = new Thread(() -> { synchronized (a) { synchronized (b) { plain = 1; } } }, "one");
        Thread two = new Thread(() -> { synchronized (b) { synchronized (a) { plain = 2; } } }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println("done");
    }

    static synchronized void add() {
        plain++;
    }

    // A lock is free between a test and an act.
    static void checkThenAct() throws Exception {
        both(() -> {
            boolean first;
            synchronized (Small.class) {
                first = plain == 0;
            }
            if (first)
                add();
        });
        System.out.println(plain);
    }

    // A loop that waits for another thread must end under each policy.
    static void spin() throws Exception {
        both(() -> {
            atomic.incrementAndGet();
            while (atomic.get() < 2) {
            }
        });
        System.out.println("met");
    }

    static void plainSpin() throws Exception {
        Thread waiter = new Thread(() -> {
            while (!goes) {
            }
        });
        waiter.start();
        goes = true;
        waiter.join();
        System.out.println("went");
    }

    static void pool() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Integer> one = pool.submit(atomic::incrementAndGet), two = pool.submit(atomic::incrementAndGet);
        one.get();
        two.get();
        pool.shutdown();
        System.out.println(atomic);
    }

    static void waits() throws Exception {
        Object lock = new Object();
        both(() -> {
            synchronized (lock) {
                plain++;
                lock.notifyAll();
                try {
                    while (plain < 2)
                        lock.wait();
                } catch (InterruptedException unexpected) {
                    throw new AssertionError(unexpected);
                }
            }
            LockSupport.unpark(Thread.currentThread());
            LockSupport.park();
        });
        System.out.println(plain);
    }

    static void initializes() throws Exception {
        both(() -> Late.value += 1);
        System.out.println(Late.value);
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "lostUpdate" -> lostUpdate();
            case "lostWide" -> lostWide();
            case "lostField" -> lostField();
            case "lostElement" -> lostElement();
            case "lostAdd" -> lostAdd();
            case "elements" -> elements();
            case "lostVolatile" -> lostVolatile();
            case "lostAtomic" -> lostAtomic();
            case "lostCas" -> lostCas();
            case "sleeps" -> sleeps();
            case "notifies" -> notifies(Object::notify, Object::notify);
            case "notifiesAll" -> notifies(Object::notifyAll, lock -> { });
            case "wakes" -> wakes();
            case "looks" -> looks();
            case "unparks" -> unparks();
            case "weakCas" -> weakCas();
            case "clock" -> clock();
            case "sharesMatcher" -> sharesMatcher();
            case "safe" -> safe();
            case "order" -> order();
            case "checkThenAct" -> checkThenAct();
            case "spin" -> spin();
            case "plainSpin" -> plainSpin();
            case "pool" -> pool();
            case "waits" -> waits();
            case "initializes" -> initializes();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
