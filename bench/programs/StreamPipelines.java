import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A lambda-heavy program: streams of objects and ints, capturing lambdas, collectors, composed functions. */
public final class StreamPipelines {
    record Order(int id, String customer, int cents) { }

    static long round(int size, int salt) {
        IntFunction<String> name = k -> "customer" + (k * 31 + salt) % 97;
        List<Order> orders = IntStream.range(0, size).mapToObj(k -> new Order(k, name.apply(k), (k * 7919 + salt) % 10007)).collect(Collectors.toList());
        Map<String, Integer> totals = orders.stream().filter(o -> o.cents() % 3 != salt % 3).collect(Collectors.groupingBy(Order::customer, Collectors.summingInt(Order::cents)));
        Function<Order, Integer> price = Order::cents;
        Predicate<Order> isSmall = o -> o.cents() < 5000;
        long check = orders.stream().filter(isSmall.negate().or(o -> o.id() % 7 == 0)).map(price.andThen(c -> c + salt)).mapToLong(Integer::longValue).sum();
        List<String> best = totals.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()).thenComparing(Map.Entry.comparingByKey())).limit(10).map(Map.Entry::getKey).collect(Collectors.toList());
        check = check * 31 + best.hashCode();
        check += Stream.iterate(1, x -> x + 1).limit(size).reduce(0, (a, b) -> a ^ b * salt);
        check += IntStream.rangeClosed(1, size).mapToObj(k -> (Function<Integer, Integer>) x -> x + k).reduce(Function.identity(), (f, g) -> k -> g.apply(k)).apply(salt);
        return check + new ArrayList<>(totals.values()).stream().flatMap(v -> Stream.of(v, v + 1)).filter(v -> v % 5 == salt % 5).count();
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 60;
        long check = 0;
        long start = System.nanoTime();
        for (int k = 0; k < rounds; k++) check = check * 17 + round(2000, k);
        System.out.println("time " + (System.nanoTime() - start) + " check " + check);
    }
}
