// JEP 485: stream gatherers; and streams in general.
import java.util.*;
import java.util.stream.*;

public class Gatherers {
  public static void main(String[] args) {
    System.out.println(Stream.of(1, 2, 3, 4, 5).gather(java.util.stream.Gatherers.windowFixed(2)).toList());
    System.out.println(Stream.of(1, 2, 3, 4).gather(java.util.stream.Gatherers.windowSliding(3)).toList());
    System.out.println(Stream.of(1, 2, 3, 4).gather(java.util.stream.Gatherers.scan(() -> 0, Integer::sum)).toList());
    System.out.println(Stream.of("a", "b").gather(java.util.stream.Gatherers.fold(() -> "", String::concat)).findFirst().get());
    System.out.println(Stream.of(1, 2, 3).gather(Gatherer.<Integer, Integer>of((state, x, down) -> down.push(x) && down.push(x * 10))).toList());
    System.out.println(Stream.of(3, 1, 2).gather(java.util.stream.Gatherers.mapConcurrent(2, x -> x * x)).toList());
    System.out.println(Stream.of("x", "yy", "zz", "w").collect(Collectors.groupingBy(s -> s.length(), () -> new TreeMap<Integer, String>(), Collectors.joining("+"))));
    System.out.println(IntStream.rangeClosed(1, 1000).parallel().filter(i -> i % 7 == 0).sum() + " " + Stream.iterate(1, i -> i < 100, i -> i * 3).toList());
    System.out.println(Stream.of(1, 2, 3, 4).<String>mapMulti((x, out) -> { if (x % 2 == 0) { out.accept("e" + x); out.accept("!"); } }).toList());
    System.out.println(Stream.of(5, 3, 9).collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(x -> x), (n, s) -> s + "/" + n)) + " " + DoubleStream.of(1, 2, 4).summaryStatistics());
    System.out.println(Arrays.stream(new String[] {"b", "a", "c"}).sorted(Comparator.reverseOrder()).toList() + " " + Stream.of(1, 1, 2).distinct().count() + Stream.of(1, 2, 3, 1).takeWhile(x -> x < 3).toList());
  }
}
