import java.util.*;
import java.util.function.*;

// Generics at run time: casts the compiler inserts, bounded types with several bounds, generic arrays, wildcard capture, recursive bounds.
public class Generics {
    static class Pair<A, B> {
        final A first;
        final B second;
        Pair(A first, B second) { this.first = first; this.second = second; }
        <C> Pair<A, C> with(C c) { return new Pair<>(first, c); }
        Pair<B, A> swap() { return new Pair<>(second, first); }
        public String toString() { return "(" + first + ", " + second + ")"; }
    }

    static <T extends Comparable<T> & java.io.Serializable> T larger(T a, T b) { return a.compareTo(b) >= 0 ? a : b; }

    static <T> void swap(List<T> list, int i, int j) {
        T t = list.get(i);
        list.set(i, list.get(j));
        list.set(j, t);
    }

    static void swapAny(List<?> list) { swap(list, 0, 1); }

    static double sum(Collection<? extends Number> numbers) {
        double total = 0;
        for (Number n : numbers) total += n.doubleValue();
        return total;
    }

    static void fill(List<? super Integer> sink) { for (int i = 0; i < 3; i++) sink.add(i); }

    static abstract class Builder<T extends Builder<T>> {
        StringBuilder text = new StringBuilder();
        abstract T self();
        T add(String s) { text.append(s); return self(); }
    }

    static class Html extends Builder<Html> {
        Html self() { return this; }
        Html tag(String s) { text.append('<').append(s).append('>'); return this; }
    }

    @SuppressWarnings("unchecked")
    static <T> T[] array(int n, T... like) { return Arrays.copyOf(like, n); }

    @SuppressWarnings("unchecked")
    static <T> T unsafe(Object o) { return (T) o; }

    static <K, V extends Comparable<V>> K bestKey(Map<K, V> map) {
        return map.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse(null);
    }

    public static void main(String[] args) {
        Pair<String, Integer> p = new Pair<>("one", 1);
        System.out.println(p + " " + p.swap() + " " + p.with(2.5).swap().first + " " + (p.first.length() + p.second));
        System.out.println(larger("pear", "apple") + larger(3, 9));
        List<Object> list = new ArrayList<>(List.of("x", 5));
        swapAny(list);
        fill(list);
        System.out.println(list + " " + sum(List.of(1, 2.5, 3L)));
        System.out.println(new Html().add("a").tag("b").add("c").text);
        String[] strings = array(3, "only");
        System.out.println(strings.getClass() + Arrays.toString(strings));
        try {
            Integer i = unsafe("text");
            System.out.println(i);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Object fine = Generics.<Integer>unsafe("text");
        System.out.println(fine + " " + bestKey(Map.of("a", 1, "b", 7, "c", 3)));
        UnaryOperator<UnaryOperator<Integer>> twice = f -> x -> f.apply(f.apply(x));
        System.out.println(twice.apply(twice.apply(x -> x + 3)).apply(1)); // expect: 13
    }
}
