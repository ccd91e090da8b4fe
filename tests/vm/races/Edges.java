import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Each scene writes `data` in one thread and reads it in another one. With `with`, something orders the two; with `without`, nothing does. */
public class Edges {
    static int data;
    static int[] box;
    static boolean with;
    static int seen;
    static boolean flag;
    static volatile boolean ready;
    static volatile boolean unrelated;
    static int opaqueFlag;
    static Object opaqueRef;
    static Thread reader;
    static final Object LOCK = new Object();
    static final Object OTHER = new Object();
    static final VarHandle FLAG, REF;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(Edges.class, "opaqueFlag", int.class);
            REF = MethodHandles.lookup().findStaticVarHandle(Edges.class, "opaqueRef", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    interface Step {
        void run() throws Exception;
    }

    static Thread thread(String name, Step step) {
        return new Thread(() -> {
            try {
                step.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }, name);
    }

    /** The writer runs first, and nothing but the two steps orders them. */
    static void both(Step writes, Step reads) throws Exception {
        Thread writer = thread("writer", writes);
        reader = thread("reader", reads);
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }

    // Linking a call of a VarHandle goes through the class library's own locks, which would order the two. So these are linked before.
    static void setOpaque(Object value) { REF.setOpaque(value); }
    static Object getOpaque() { return REF.getOpaque(); }
    static void raise() { FLAG.setOpaque(1); }
    static boolean isRaised() { return (int) FLAG.getOpaque() == 1; }
    static void raiseReleasing() { FLAG.setRelease(1); }
    static boolean isRaisedAcquiring() { return (int) FLAG.getAcquire() == 1; }
    static boolean swap(int from, int to) { return FLAG.compareAndSet(from, to); }
    static boolean swapPlainly(int from, int to) { return FLAG.weakCompareAndSetPlain(from, to); }

    static void link() {
        setOpaque(getOpaque());
        isRaised();
        isRaisedAcquiring();
        raise();
        raiseReleasing();
        swap(7, 8);
        swapPlainly(7, 8);
        VarHandle.releaseFence();
        VarHandle.acquireFence();
    }

    static void reset() {
        data = seen = opaqueFlag = 0;
        flag = ready = unrelated = false;
        opaqueRef = null;
    }

    static void write() { data = 1; }
    static void read() { seen = data; }
    static Object lock() { return with ? LOCK : OTHER; }

    static void monitor() throws Exception {
        both(() -> { synchronized (LOCK) { write(); } }, () -> { synchronized (lock()) { read(); } });
    }

    static synchronized void writeLocked() { write(); }
    static synchronized void readLocked() { read(); }
    static void method() throws Exception { both(Edges::writeLocked, with ? Edges::readLocked : Edges::read); }

    static void waits() throws Exception {
        both(() -> {
            if (with) write();
            synchronized (LOCK) { ready = true; LOCK.notifyAll(); }
            if (!with) write();
        }, () -> {
            synchronized (LOCK) { while (!ready) LOCK.wait(); }
            read();
        });
    }

    static void timedWait() throws Exception {
        both(() -> { if (with) { synchronized (LOCK) { write(); } } else { write(); } }, () -> {
            synchronized (LOCK) { LOCK.wait(1); }
            read();
        });
    }

    static void volatiles() throws Exception {
        both(() -> { write(); if (with) ready = true; else unrelated = true; }, () -> { while (with && !ready) Thread.yield(); read(); });
    }

    static void start() throws Exception {
        Thread reads = thread("reader", Edges::read);
        if (with) write();
        reads.start();
        if (!with) write();
        reads.join();
    }

    static void join() throws Exception {
        Thread writes = thread("writer", Edges::write);
        writes.start();
        if (with) writes.join(); else Thread.sleep(10);
        read();
    }

    static void alive() throws Exception {
        Thread writes = thread("writer", Edges::write);
        writes.start();
        if (with) while (writes.isAlive()) Thread.yield(); else Thread.sleep(10);
        read();
    }

    static void interrupted() throws Exception {
        both(() -> { write(); if (with) reader.interrupt(); }, () -> { while (with && !Thread.currentThread().isInterrupted()) Thread.yield(); read(); });
    }

    static void interruptedSleep() throws Exception {
        both(() -> { if (with) write(); reader.interrupt(); if (!with) write(); }, () -> {
            try { Thread.sleep(1_000); } catch (InterruptedException e) { read(); }
        });
    }

    static class Holder {
        static int[] made = {7};
        static int[] set;
    }

    static void initializes() throws Exception {
        if (!with) Holder.made[0] = 1;
        both(() -> { if (with) seen = Holder.made.length; else Holder.made[0] = 8; }, () -> { int local = Holder.made[0]; });
    }

    static class WithFinal {
        final int[] array = new int[1];
        WithFinal() { array[0] = 1; }
    }

    static class WithoutFinal {
        int[] array = new int[1];
        WithoutFinal() { array[0] = 1; }
    }

    static void finals() throws Exception {
        both(() -> setOpaque(with ? new WithFinal() : new WithoutFinal()), () -> {
            Object o = getOpaque();
            int local = with ? ((WithFinal) o).array[0] : ((WithoutFinal) o).array[0];
        });
    }

    /** What another thread has done for the constructor's is ordered, too. */
    static void finalsOfOthers() throws Exception {
        both(() -> {
            int[] filled = new int[1];
            Thread helper = thread("helper", () -> filled[0] = 1);
            helper.start();
            helper.join();
            setOpaque(with ? new Kept(filled) : filled);
        }, () -> {
            Object o;
            while ((o = getOpaque()) == null) Thread.yield();
            int local = with ? ((Kept) o).array[0] : ((int[]) o)[0];
        });
    }

    static class Kept {
        final int[] array;
        Kept(int[] array) { this.array = array; }
    }

    static void defaults() throws Exception {
        both(() -> {
            int[] fresh = new int[1];
            if (!with) fresh[0] = 1;
            setOpaque(fresh);
        }, () -> { int local = ((int[]) getOpaque())[0]; });
    }

    static void acquireRelease() throws Exception {
        both(() -> { write(); if (with) raiseReleasing(); else raise(); }, () -> { while (!(with ? isRaisedAcquiring() : isRaised())) Thread.yield(); read(); });
    }

    static void compareAndSet() throws Exception {
        both(() -> { write(); if (with) swap(0, 1); else swapPlainly(0, 1); }, () -> { while (!(with ? swap(1, 2) : swapPlainly(1, 2))) Thread.yield(); read(); });
    }

    static void atomics() throws Exception {
        AtomicInteger counter = new AtomicInteger();
        AtomicInteger other = new AtomicInteger();
        both(() -> { write(); counter.incrementAndGet(); }, () -> { (with ? counter : other).incrementAndGet(); read(); });
    }

    static void lazySet() throws Exception {
        AtomicReference<String> place = new AtomicReference<>();
        place.setOpaque(null);
        both(() -> { write(); if (with) place.lazySet("x"); else place.setOpaque("x"); }, () -> { while (place.get() == null) Thread.yield(); read(); });
    }

    static void atomicArray() throws Exception {
        AtomicLongArray cells = new AtomicLongArray(2);
        both(() -> { write(); cells.set(0, 1); }, () -> { cells.get(with ? 0 : 1); read(); });
    }

    static void updater() throws Exception {
        AtomicIntegerFieldUpdater<Shared> at = AtomicIntegerFieldUpdater.newUpdater(Shared.class, "value");
        Shared one = new Shared(), two = new Shared();
        both(() -> { write(); at.set(one, 1); }, () -> { at.get(with ? one : two); read(); });
    }

    static class Shared {
        volatile int value;
    }

    static void fences() throws Exception {
        both(() -> { write(); if (with) VarHandle.releaseFence(); raise(); }, () -> { while (!isRaised()) Thread.yield(); if (with) VarHandle.acquireFence(); read(); });
    }

    static void reentrantLock() throws Exception {
        Lock one = new ReentrantLock(), two = new ReentrantLock();
        both(() -> { one.lock(); try { write(); } finally { one.unlock(); } },
             () -> { Lock mine = with ? one : two; mine.lock(); try { read(); } finally { mine.unlock(); } });
    }

    static void readWriteLock() throws Exception {
        ReadWriteLock one = new ReentrantReadWriteLock(), two = new ReentrantReadWriteLock();
        both(() -> { one.writeLock().lock(); write(); one.writeLock().unlock(); },
             () -> { Lock mine = (with ? one : two).readLock(); mine.lock(); read(); mine.unlock(); });
    }

    static void stampedLock() throws Exception {
        StampedLock one = new StampedLock(), two = new StampedLock();
        both(() -> { long stamp = one.writeLock(); write(); one.unlockWrite(stamp); },
             () -> { StampedLock mine = with ? one : two; long stamp = mine.readLock(); read(); mine.unlockRead(stamp); });
    }

    static void condition() throws Exception {
        Lock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        both(() -> { if (with) write(); lock.lock(); flag = true; changed.signalAll(); lock.unlock(); if (!with) write(); },
             () -> { lock.lock(); while (!flag) changed.await(); lock.unlock(); read(); });
    }

    static void semaphore() throws Exception {
        Semaphore permits = new Semaphore(with ? 0 : 1);
        both(() -> { write(); if (with) permits.release(); }, () -> { permits.acquire(); read(); });
    }

    static void latch() throws Exception {
        CountDownLatch one = new CountDownLatch(1), none = new CountDownLatch(0);
        both(() -> { write(); one.countDown(); }, () -> { (with ? one : none).await(); read(); });
    }

    static void barrier() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        both(() -> { if (with) write(); barrier.await(); if (!with) write(); }, () -> { barrier.await(); read(); });
    }

    static void exchanger() throws Exception {
        Exchanger<String> meets = new Exchanger<>();
        both(() -> { if (with) write(); meets.exchange("a"); if (!with) write(); }, () -> { meets.exchange("b"); read(); });
    }

    static void queue() throws Exception {
        BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        both(() -> { if (with) write(); queue.put("x"); if (!with) write(); }, () -> { queue.take(); read(); });
    }

    static void concurrentMap() throws Exception {
        ConcurrentHashMap<String, int[]> map = new ConcurrentHashMap<>();
        both(() -> { int[] value = new int[1]; if (with) value[0] = 1; map.put("x", value); if (!with) value[0] = 1; }, () -> {
            int[] value;
            while ((value = map.get("x")) == null) Thread.yield();
            int local = value[0];
        });
    }

    static void executor() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        if (with) write();
        Future<?> done = pool.submit(Edges::read);
        if (!with) write();
        done.get();
        pool.shutdown();
    }

    static void future() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<?> done = pool.submit(Edges::write);
        if (with) done.get(); else Thread.sleep(10);
        read();
        pool.shutdown();
    }

    static void completable() throws Exception {
        CompletableFuture<String> promise = new CompletableFuture<>();
        both(() -> { if (with) write(); promise.complete("x"); if (!with) write(); }, () -> { promise.get(); read(); });
    }

    static void forkJoin() throws Exception {
        ForkJoinTask<?> task = ForkJoinPool.commonPool().submit(Edges::write);
        if (with) task.get(); else Thread.sleep(10);
        read();
    }

    /** A permit that is given to a parked thread orders nothing (LockSupport promises none). */
    static void park() throws Exception {
        both(() -> { write(); ready = with; LockSupport.unpark(reader); }, () -> { LockSupport.park(); if (with) while (!ready) Thread.yield(); read(); });
    }

    static void reference() throws Exception {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> weak = new WeakReference<>(new Object(), queue);
        both(() -> { if (with) write(); System.gc(); queue.remove(); if (!with) write(); else synchronized (LOCK) { flag = true; } }, () -> {
            boolean done = false;
            while (with && !done) { Thread.yield(); synchronized (LOCK) { done = flag; } }
            read();
        });
    }

    static class Finalized {
        int[] value = new int[1];
        Finalized() { value[0] = 1; }
        @Override
        protected void finalize() {
            boolean before = with;
            if (before) data = value[0];
            ready = true;
            if (!before) data = 1;
        }
    }

    static void finalizer() throws Exception {
        new Finalized();
        System.gc();
        while (!ready) Thread.sleep(1);
        read();
    }

    static void bytes() throws Exception {
        byte[] shared = new byte[8];
        both(() -> { shared[0] = 1; shared[3] = 1; shared[0] = 2; }, () -> { shared[1] = 1; shared[2] = 1; int local = shared[with ? 1 : 3]; });
    }

    public static void main(String[] args) throws Exception {
        var scene = Edges.class.getDeclaredMethod(args[0]);
        link();
        reset();
        with = true;
        scene.invoke(null);
        reset();
        with = args[1].equals("with");
        scene.invoke(null);
        System.out.println("done");
    }
}
