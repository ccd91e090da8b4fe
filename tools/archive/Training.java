import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.*;

/** What programs of students use: tools/archive/train runs it, so that the archive has the library's classes and methods for them. */
public class Training {
    record Point(int x, int y) {}
    enum Colour { RED, GREEN }
    sealed interface Shape permits Circle, Square {}
    record Circle(double radius) implements Shape {}
    record Square(double side) implements Shape {}

    static double area(Shape shape) {
        return shape instanceof Circle circle ? Math.PI * circle.radius * circle.radius : Math.pow(((Square) shape).side, 2);
    }

    static void text() {
        String line = "b,a;c d";
        System.out.println(String.join("|", line.split("[,; ]")) + Pattern.compile("([a-c])").matcher(line).replaceAll("<$1>"));
        System.out.printf("%5d %-5s %.2f %x %b %c %,d%n", 42, "left", Math.E, 255, true, 'c', 1234567);
        StringBuilder builder = new StringBuilder("abc").reverse().insert(0, 1).append(2.5).append('x').append(7L);
        System.out.println(builder + " " + "text".repeat(2).toUpperCase().substring(1).strip().indexOf("E") + "\u00e9\u20ac".length());
        System.out.println("a b".chars().filter(Character::isLetter).count() + Integer.parseInt("12") + Double.parseDouble("1.5"));
    }

    static void collections() {
        Map<String, List<Integer>> groups = IntStream.range(0, 20).boxed().collect(Collectors.groupingBy(i -> i % 2 == 0 ? "even" : "odd", TreeMap::new, Collectors.toList()));
        System.out.println(groups + " " + Stream.of("c", "a", "b").sorted(Comparator.reverseOrder()).map(String::toUpperCase).collect(Collectors.joining(",")));
        List<Point> points = new ArrayList<>(List.of(new Point(2, 1), new Point(1, 2)));
        points.sort(Comparator.comparingInt(Point::x).thenComparing(Point::y));
        Deque<Integer> deque = new ArrayDeque<>(new LinkedList<>(Set.of(1)));
        deque.push(2);
        PriorityQueue<Integer> queue = new PriorityQueue<>(Collections.reverseOrder());
        queue.addAll(Arrays.asList(3, 1, 2));
        System.out.println(points + " " + deque + queue.poll() + new HashSet<>(deque) + new LinkedHashMap<>(Map.of(1, 2)) + EnumSet.allOf(Colour.class));
        System.out.println(Arrays.toString(new int[] {3, 1, 2}) + Optional.of(1).map(Function.identity()).orElse(0) + DoubleStream.of(1, 2).summaryStatistics());
    }

    static void threads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ReentrantLock lock = new ReentrantLock();
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            results.add(pool.submit(() -> {
                lock.lock();
                try {
                    return counts.merge("key", number, Integer::sum);
                } finally {
                    lock.unlock();
                }
            }));
        }
        for (Future<Integer> result : results) {
            result.get();
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        Object monitor = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (monitor) {
                monitor.notifyAll();
            }
        });
        synchronized (monitor) {
            waiter.start();
            monitor.wait(1000);
        }
        waiter.join();
        System.out.println(counts + " " + CompletableFuture.supplyAsync(() -> 1).thenApply(i -> i + 1).get());
    }

    static void files() throws IOException {
        Path file = Files.createTempFile("minijvm", ".txt");
        try {
            Files.writeString(file, "one\ntwo\n");
            try (BufferedReader reader = Files.newBufferedReader(file); Scanner scanner = new Scanner("1 2.5 word")) {
                System.out.println(reader.readLine() + Files.readAllLines(file).size() + scanner.nextInt() + scanner.next() + scanner.next());
            }
        } finally {
            Files.delete(file);
        }
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
            System.out.println(in.readLine());
        }
    }

    public static void main(String[] args) throws Exception {
        text();
        collections();
        threads();
        files();
        System.out.println(area(new Circle(1)) + area(new Square(2)) + " " + new BigInteger("12345678901234567890").pow(3).mod(BigInteger.TEN) + new BigDecimal("1.10").add(BigDecimal.ONE)
                + LocalDate.of(2026, 1, 31).plusMonths(1) + new Random(1).nextInt(10) + Long.toHexString(Double.doubleToLongBits(1.5)));
        try {
            Object text = "text";
            System.out.println((Integer) text);
        } catch (ClassCastException e) {
            e.printStackTrace();
        }
    }
}
