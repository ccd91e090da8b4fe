import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

// Atomics, VarHandles through the library, ConcurrentHashMap, blocking queues, ReentrantLock with conditions, read-write locks, semaphores, phasers under contention.
public class Atomics {
    static volatile int field;
    static final AtomicIntegerFieldUpdater<Holder> UPDATER = AtomicIntegerFieldUpdater.newUpdater(Holder.class, "count");

    static class Holder { volatile int count; }

    static void all(int n, Runnable r) throws InterruptedException {
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) (t[i] = new Thread(r)).start();
        for (Thread x : t) x.join();
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger i = new AtomicInteger();
        AtomicLong l = new AtomicLong(1L << 40);
        AtomicReference<String> ref = new AtomicReference<>("");
        AtomicIntegerArray array = new AtomicIntegerArray(3);
        LongAdder adder = new LongAdder();
        Holder holder = new Holder();
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        ReentrantLock lock = new ReentrantLock();
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock(true);
        Semaphore two = new Semaphore(2);
        AtomicInteger inside = new AtomicInteger(), most = new AtomicInteger();
        int[] plain = new int[2];
        all(4, () -> {
            for (int k = 0; k < 1000; k++) {
                i.incrementAndGet();
                l.getAndAdd(-3);
                array.getAndUpdate(k % 3, x -> x + 2);
                adder.increment();
                UPDATER.addAndGet(holder, 5);
                map.merge(k % 50, 1, Integer::sum);
                ref.updateAndGet(s -> s.length() > 20 ? "" : s + "x");
                lock.lock();
                try {
                    plain[0]++;
                } finally {
                    lock.unlock();
                }
                if (k % 2 == 0) {
                    rw.writeLock().lock();
                    plain[1]++;
                    rw.writeLock().unlock();
                } else {
                    rw.readLock().lock();
                    rw.readLock().unlock();
                }
                if (k % 100 == 0) {
                    two.acquireUninterruptibly();
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    inside.decrementAndGet();
                    two.release();
                }
            }
        });
        System.out.println(i + " " + (l.get() - (1L << 40)) + " " + array + " " + adder + " " + holder.count + " " + plain[0] + " " + plain[1] + " " + (most.get() <= 2) + " " + ref.get().length());
        System.out.println(map.size() + " " + map.values().stream().mapToInt(x -> x).sum() + " " + map.get(7) + " " + map.reduceValues(1, Integer::sum));
        System.out.println(i.compareAndSet(4000, 1) + " " + i.compareAndSet(4000, 2) + " " + i.getAndSet(9) + " " + i.getAndAccumulate(4, (x, y) -> x * y) + " " + i);
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
        Thread producer = new Thread(() -> {
            try {
                for (int k = 1; k <= 100; k++) queue.put(k);
                queue.put(-1);
            } catch (InterruptedException e) {
                throw new Error(e);
            }
        });
        producer.start();
        int sum = 0;
        for (int x; (x = queue.take()) > 0;) sum += x;
        System.out.println(sum + " " + queue.poll(1, TimeUnit.MILLISECONDS));
        Condition condition = lock.newCondition();
        Thread signaller = new Thread(() -> {
            lock.lock();
            plain[0] = -1;
            condition.signalAll();
            lock.unlock();
        });
        lock.lock();
        signaller.start();
        while (plain[0] != -1) condition.await();
        lock.unlock();
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not owner " + lock.isLocked());
        }
        CyclicBarrier barrier = new CyclicBarrier(3, () -> field++);
        all(3, () -> {
            try {
                for (int k = 0; k < 5; k++) barrier.await();
            } catch (Exception e) {
                throw new Error(e);
            }
        });
        System.out.println(field + " " + new CopyOnWriteArrayList<>(List.of(1, 2)) + " " + new ConcurrentSkipListMap<>(Map.of(2, "b", 1, "a")));
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        LockSupport.parkNanos(1000);
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("a", 1);
        System.out.println(stamped.compareAndSet("a", "b", 1, 2) + " " + stamped.getStamp() + " " + new AtomicBoolean().getAndSet(true));
    }
}
