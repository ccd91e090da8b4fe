import java.util.*;
import java.util.function.*;
import java.util.stream.*;

// Streams: lazy order of evaluation, grouping, flat maps, sorting, infinite sources, collectors, primitive streams, reuse refused.
public class Streams {
    record Person(String name, int age, String city) {}

    public static void main(String[] args) throws Exception {
        List<Person> people = List.of(new Person("Ann", 30, "Oslo"), new Person("Bob", 25, "Rome"), new Person("Cid", 35, "Oslo"), new Person("Dee", 25, "Bern"), new Person("Eve", 41, "Rome"));
        System.out.println(people.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.mapping(Person::name, Collectors.joining("+")))).toString());
        System.out.println(people.stream().collect(Collectors.partitioningBy(p -> p.age() > 28, Collectors.averagingInt(Person::age))));
        System.out.println(people.stream().sorted(Comparator.comparingInt(Person::age).thenComparing(Person::name, Comparator.reverseOrder())).map(Person::name).toList());
        System.out.println(people.stream().collect(Collectors.toMap(Person::city, Person::age, Integer::sum, TreeMap::new)) + " " + people.stream().mapToInt(Person::age).summaryStatistics());
        StringBuilder log = new StringBuilder();
        int first = Stream.of(5, 3, 8, 1, 9).peek(x -> log.append("p").append(x)).filter(x -> x > 4).peek(x -> log.append("f").append(x)).map(x -> x * 2).skip(1).findFirst().get();
        System.out.println(first + " " + log);
        System.out.println(IntStream.iterate(1, x -> x * 3).limit(10).boxed().collect(Collectors.toList()) + " " + Stream.iterate(1, x -> x < 50, x -> x * 2).toList() + " " + IntStream.rangeClosed(1, 5).mapToObj(i -> "x".repeat(i)).collect(Collectors.joining(",", "[", "]")));
        System.out.println(Stream.of(List.of(1, 2), List.<Integer>of(), List.of(3)).flatMap(List::stream).reduce(0, Integer::sum) + " " + Stream.of("a", "bb", "a").distinct().count() + " " + Stream.of(1, 2, 3, 4).takeWhile(x -> x < 3).toList() + Stream.of(1, 2, 3, 4).dropWhile(x -> x < 3).toList());
        System.out.println(DoubleStream.of(1, 2, 3.5).map(Math::sqrt).sum() + " " + LongStream.range(0, 100000).filter(x -> x % 7 == 0).max().getAsLong() + " " + "hello".chars().sorted().mapToObj(c -> "" + (char) c).collect(Collectors.joining()) + " " + IntStream.empty().average());
        System.out.println(Stream.of("x", "y").collect(Collectors.collectingAndThen(Collectors.toList(), Collections::unmodifiableList)) + " " + Stream.of(1, 2, 3).collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(x -> x), (n, s) -> n + "/" + s)) + " " + Stream.of(1, 2, 3, 4).<Integer>mapMulti((x, sink) -> {
            if (x % 2 == 0) {
                sink.accept(x);
                sink.accept(-x);
            }
        }).toList());
        Stream<Integer> used = Stream.of(1);
        used.count();
        try {
            used.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Stream.of("a", "b").collect(Collectors.toMap(x -> 1, x -> x));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Iterator<Integer> it = Stream.of(3, 1, 2).sorted().iterator();
        System.out.println(it.next() + it.next() * 10 + " " + Stream.of(1, 2, 3, 4).anyMatch(x -> x == 3) + Stream.of(1, 3).noneMatch(x -> x == 2) + Stream.<Integer>empty().allMatch(x -> false) + Stream.of(1, 2).max(Comparator.naturalOrder()).get());
        Supplier<IntStream> primes = () -> IntStream.range(2, 500).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0));
        System.out.println(primes.get().count() + " " + primes.get().sum() + " " + Arrays.toString(primes.get().limit(5).toArray()));
        System.out.println(IntStream.range(0, 5000).parallel().mapToObj(Integer::toString).collect(Collectors.joining()).hashCode() + " " + Stream.of(5, 1, 4).parallel().sorted().toList());
    }
}
