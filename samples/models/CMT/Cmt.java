package CMT;

import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.atomic.*;

/**
 * Units of work for a known time, as in the chip multithreading paper, section 3.1: a thread looks whether the time is over, and if not does one more
 * unit. It counts on its own stack and adds to the sum at the end, so threads meet nowhere and the work should grow with their number.
 *
 *   minijvm -cp classes CMT.Cmt 8 0 0 10000     threads that compute, that walk a working set, that write files; milliseconds
 *   minijvm samples/models/CMT/Cmt.java 1       a count that is left out is 0, and the time is then 300 seconds, as in the source
 */
public class Cmt {
    private static final AtomicBoolean over = new AtomicBoolean();
    private static final AtomicLong units = new AtomicLong();
    private static final AtomicLong nanos = new AtomicLong();
    private static volatile long sink;

    interface Work {
        void unit() throws IOException;
    }

    static Work computation() {
        long[] state = {88172645463325252L};
        return () -> {
            long x = state[0];
            for (int i = 0; i < 2_000; i++) {  // Marsaglia's xorshift
                x ^= x << 13;
                x ^= x >>> 7;
                x ^= x << 17;
            }
            state[0] = x;
        };
    }

    /** A megabyte for each thread, one touch a cache line. */
    static Work workingSet() {
        int[] set = new int[1 << 18];
        return () -> {
            int sum = 0;
            for (int i = 0; i < set.length; i += 16) {
                sum += set[i]++;
            }
            sink = sum;
        };
    }

    /** Opens, writes and closes a file: "the biggest bottleneck turned out to be file open". */
    static Work inputOutput() throws IOException {
        File file = File.createTempFile("cmt", ".io");
        file.deleteOnExit();
        byte[] block = new byte[4096];
        return () -> {
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(block);
            }
        };
    }

    static void work(Work work) {
        long begin = System.nanoTime();
        long done = 0;
        try {
            while (!over.get()) {
                work.unit();
                done++;
            }
        } catch (IOException e) {
            System.err.println(e);
        }
        units.addAndGet(done);
        nanos.addAndGet(System.nanoTime() - begin);
    }

    public static void main(String[] args) throws Exception {
        int[] counts = new int[3];
        for (int kind = 0; kind < Math.min(3, args.length); kind++) {
            counts[kind] = Integer.parseInt(args[kind]);
        }
        long millis = args.length > 3 ? Long.parseLong(args[3]) : 300_000;
        List<Thread> threads = new ArrayList<>();
        for (int kind = 0; kind < 3; kind++) {
            for (int i = 0; i < counts[kind]; i++) {
                Work work = kind == 0 ? computation() : kind == 1 ? workingSet() : inputOutput();
                threads.add(new Thread(() -> work(work)));
            }
        }
        for (Thread thread : threads) {
            thread.start();
        }
        Thread.sleep(millis);
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.printf("threads %d  units %d  average %.2f s%n", threads.size(), units.get(), nanos.get() / 1e9 / threads.size());
    }
}
