// Fourteen threads that do different things, as _233_tmix of the meta-lock paper: two sort, two compute CRCs, two look for primes, two count in a shared
// table, and three producers and three consumers share a small buffer.
//   java ThreadMix [ROUNDS]
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;

public class ThreadMix {
    static final int PAIRS = 3;
    static final int ITEMS = 1500;
    static final int NUMBERS = 6000;

    /** Room for a few numbers; whoever finds it full or empty waits. */
    static final class Buffer {
        private final int[] items = new int[8];
        private int first;
        private int count;

        synchronized void put(int item) throws InterruptedException {
            while (count == items.length) {
                wait();
            }
            items[(first + count++) % items.length] = item;
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (count == 0) {
                wait();
            }
            int item = items[first];
            first = (first + 1) % items.length;
            count--;
            notifyAll();
            return item;
        }
    }

    /** Each of the threads adds one result. */
    static final class Results {
        private final Hashtable<String, Long> sums = new Hashtable<>();

        synchronized void add(String kind, long value) { sums.merge(kind, value, Long::sum); }
        void print(String kind) { System.out.println(kind + " " + sums.get(kind)); }
    }

    interface Work {
        long run() throws InterruptedException;
    }

    /** Results in the order in which they are printed. */
    static final String[] KINDS = {"sort", "crc", "primes", "table", "produced", "consumed"};

    static long sort(int rounds, int seed) {
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            int[] numbers = new Random(seed + round).ints(NUMBERS).toArray();
            shellSort(numbers);
            for (int i = 1; i < NUMBERS; i++) {
                if (numbers[i - 1] > numbers[i]) {
                    throw new AssertionError("not sorted");
                }
            }
            sum += numbers[NUMBERS / 2];
        }
        return sum;
    }

    static void shellSort(int[] numbers) {
        for (int gap = numbers.length / 2; gap > 0; gap /= 2) {
            for (int i = gap; i < numbers.length; i++) {
                int number = numbers[i];
                int at = i;
                for (; at >= gap && numbers[at - gap] > number; at -= gap) {
                    numbers[at] = numbers[at - gap];
                }
                numbers[at] = number;
            }
        }
    }

    static long crc(int rounds, int seed) {
        byte[] bytes = new byte[50_000];
        new Random(seed).nextBytes(bytes);
        CRC32 crc = new CRC32();
        for (int round = 0; round < 8 * rounds; round++) {
            for (int at = 0; at < bytes.length; at += 100) {
                crc.update(bytes, at, 100);
            }
        }
        return crc.getValue();
    }

    static long primes(int rounds, int seed) {
        int found = 0;
        for (int number = 2; number < 6000 * rounds; number++) {
            boolean isPrime = true;
            for (int factor = 2; isPrime && factor * factor <= number; factor++) {
                isPrime = number % factor != 0;
            }
            found += isPrime ? 1 : 0;
        }
        return found;
    }

    static long count(Hashtable<Integer, Integer> table, int rounds, int seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 4000 * rounds; i++) {
            table.merge(random.nextInt(1000), 1, Integer::sum);
        }
        return 4000L * rounds;
    }

    static long produce(Buffer buffer, int rounds, int seed) throws InterruptedException {
        long sum = 0;
        for (int i = 0; i < ITEMS * rounds; i++) {
            buffer.put(i ^ seed);
            sum += i ^ seed;
        }
        return sum;
    }

    static long consume(Buffer buffer, int rounds) throws InterruptedException {
        long sum = 0;
        for (int i = 0; i < ITEMS * rounds; i++) {
            sum += buffer.take();
        }
        return sum;
    }

    static Thread start(Results results, String kind, Work work) {
        Thread thread = new Thread(() -> {
            try {
                results.add(kind, work.run());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 50;
        Results results = new Results();
        Hashtable<Integer, Integer> table = new Hashtable<>();
        Buffer buffer = new Buffer();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int seed = i;
            threads.add(start(results, "sort", () -> sort(rounds, seed)));
            threads.add(start(results, "crc", () -> crc(rounds, seed)));
            threads.add(start(results, "primes", () -> primes(rounds, seed)));
            threads.add(start(results, "table", () -> count(table, rounds, seed)));
        }
        for (int i = 0; i < PAIRS; i++) {
            int seed = i;
            threads.add(start(results, "produced", () -> produce(buffer, rounds, seed)));
            threads.add(start(results, "consumed", () -> consume(buffer, rounds)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (String kind : KINDS) {
            results.print(kind);
        }
        int[] counts = table.values().stream().mapToInt(Integer::intValue).toArray();
        System.out.println("counted " + Arrays.stream(counts).sum() + " in " + counts.length);
    }
}
