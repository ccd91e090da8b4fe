import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * How many LWPs a thread model has for its threads, and what that does to those that compute. A pair is what a chat server of 1999 had for each
 * connection: a reader, which waits in the kernel for a byte of a pipe, and a worker, which waits at a monitor unless the reader already has one, does a
 * piece of work and writes the next byte. Before the work begins most of them wait. A pool that grows only when all LWPs wait in the kernel
 * (-XX:LWPHandOff=sigwaiting) then stops at about two threads for an LWP, and few LWPs are left to compute. Threads that wait at a monitor with their
 * LWPs (-XX:+UseLWPSynchronization) make it grow to about one thread for an LWP.
 * Alone, the workers wait for nothing: without time slices, those that have no LWP at first never run.
 *
 *   minijvm -XX:ThreadModel=M:N -XX:LWPHandOff=sigwaiting -XX:-UseTimeSlices -XX:+PrintThreadModel Pool.java pairs|alone [threads] [seconds]
 */
public class Pool {
    private static final int STEPS = 100_000;
    private static final AtomicInteger waiting = new AtomicInteger();
    private static volatile long end;

    private final Pipe pipe;
    private boolean ready;
    private long pieces;

    private Pool(boolean isPair) throws Exception {
        pipe = isPair ? Pipe.open() : null;
    }

    private static long piece(long x) {
        for (int i = 0; i < STEPS; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }

    private synchronized void deliver() {
        ready = true;
        notify();
    }

    private synchronized void await() throws InterruptedException {
        while (!ready) {
            wait();
        }
        ready = false;
    }

    private void writeByte() throws Exception {
        pipe.sink().write(ByteBuffer.wrap(new byte[1]));
    }

    private void work() throws Exception {
        long x = 88172645463325252L;
        for (;;) {
            if (pipe != null) {
                await();
            }
            if (System.nanoTime() >= end) {
                break;
            }
            x = piece(x);
            pieces++;
            if (pipe != null) {
                writeByte();
            }
        }
        if (pipe != null) {
            pipe.sink().close();
        }
    }

    private void read() throws Exception {
        ByteBuffer one = ByteBuffer.allocate(1);
        while (pipe.source().read(one) == 1) {
            one.clear();
            deliver();
        }
        pipe.source().close();
    }

    private void run(boolean works) {
        waiting.incrementAndGet();
        try {
            if (works) {
                work();
            } else {
                read();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        boolean isPair = args.length == 0 || args[0].equals("pairs");
        int count = args.length > 1 ? Integer.parseInt(args[1]) : 400;
        double seconds = args.length > 2 ? Double.parseDouble(args[2]) : 4;
        Pool[] pools = new Pool[isPair ? count / 2 : count];
        for (int i = 0; i < pools.length; i++) {
            pools[i] = new Pool(isPair);
        }
        long nanos = (long) (seconds * 1e9);
        end = System.nanoTime() + nanos;
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            Pool pool = pools[i % pools.length];
            boolean works = i < pools.length;
            threads[i] = new Thread(() -> pool.run(works));
            threads[i].start();
        }
        if (isPair) {
            while (waiting.get() < count) {
                Thread.sleep(10);
            }
            end = System.nanoTime() + nanos;
            for (Pool pool : pools) {
                pool.writeByte();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long[] pieces = Stream.of(pools).mapToLong(pool -> pool.pieces).sorted().toArray();
        long most = pieces[pieces.length - 1];
        System.out.printf("threads %d  pieces/s %.0f  spread %.1f %%%n", count, LongStream.of(pieces).sum() / seconds,
                100.0 * (most - pieces[0]) / Math.max(most, 1));
    }
}
