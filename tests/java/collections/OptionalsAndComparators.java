import java.util.*;
import java.util.stream.*;

// Optional in all its forms; comparators composed, with nulls, reversed; Objects and StringJoiner.
public class OptionalsAndComparators {
    public static void main(String[] args) throws Exception {
        Optional<String> some = Optional.of("v"), none = Optional.empty();
        System.out.println(some + " " + none + " " + some.map(String::length) + " " + none.or(() -> Optional.of("alt")) + " " + some.filter(String::isEmpty) + " " + none.orElse("else") + some.flatMap(s -> none).isPresent() + " " + some.stream().count() + " " + Optional.ofNullable(null).equals(none) + " " + some.hashCode() + " " + OptionalInt.of(3) + OptionalDouble.empty());
        try {
            none.get();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage()); // expect: No value present
        }
        try {
            none.orElseThrow(() -> new IllegalStateException("mine"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        some.ifPresentOrElse(System.out::println, () -> System.out.println("absent"));
        none.ifPresentOrElse(System.out::println, () -> System.out.println("absent"));
        List<String> words = new ArrayList<>(Arrays.asList("pear", null, "Apple", "fig", "banana", "kiwi", null, "apple"));
        words.sort(Comparator.nullsFirst(Comparator.comparing(String::length).reversed().thenComparing(String.CASE_INSENSITIVE_ORDER).thenComparing(Comparator.reverseOrder())));
        System.out.println(words);
        words.removeIf(Objects::isNull);
        words.sort(Collections.reverseOrder());
        System.out.println(words + " " + Collections.min(words, Comparator.comparingInt(s -> s.charAt(s.length() - 1))));
        try {
            List<Integer> numbers = IntStream.range(0, 100).boxed().collect(Collectors.toList());
            int[] calls = new int[1];
            numbers.sort((a, b) -> ++calls[0] % 3 - 1);
            System.out.println("sorted somehow");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Objects.requireNonNullElse(null, "d") + Objects.toString(null, "n") + Objects.checkIndex(1, 2) + Objects.compare("a", "b", Comparator.naturalOrder()) + Objects.hashCode(null));
        try {
            Objects.checkIndex(2, 2);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        StringJoiner joiner = new StringJoiner(", ", "{", "}").setEmptyValue("nothing");
        System.out.println(joiner + " " + joiner.add("a").add("b") + " " + joiner.length());
    }
}
