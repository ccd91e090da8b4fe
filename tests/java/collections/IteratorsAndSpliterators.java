import java.util.*;
import java.util.stream.*;

// Hand-written iterators and spliterators, enumerations, splitting order and characteristics.
public class IteratorsAndSpliterators {
    static class Range implements Iterable<Integer> {
        final int from, to;
        Range(int from, int to) { this.from = from; this.to = to; }
        public Iterator<Integer> iterator() {
            return new Iterator<Integer>() {
                int at = from;
                public boolean hasNext() { return at < to; }
                public Integer next() { return at++; }
            };
        }
    }

    static class Split implements Spliterator<Integer> {
        int from, to;
        Split(int from, int to) { this.from = from; this.to = to; }
        public boolean tryAdvance(java.util.function.Consumer<? super Integer> action) {
            if (from >= to) return false;
            action.accept(from++);
            return true;
        }
        public Spliterator<Integer> trySplit() {
            int middle = (from + to) >>> 1;
            if (middle <= from) return null;
            Split left = new Split(from, middle);
            from = middle;
            return left;
        }
        public long estimateSize() { return to - from; }
        public int characteristics() { return ORDERED | SIZED | SUBSIZED | NONNULL; }
    }

    public static void main(String[] args) throws Exception {
        int sum = 0;
        for (int x : new Range(0, 10)) for (int y : new Range(x, 5)) sum += x * y;
        System.out.println(sum + " " + StreamSupport.stream(new Range(3, 7).spliterator(), false).toList());
        System.out.println(StreamSupport.stream(new Split(0, 1000), true).mapToInt(x -> x).sum() + " " + StreamSupport.stream(new Split(0, 20), true).map(x -> x * x).toList());
        Spliterator<Integer> s = List.of(1, 2, 3, 4, 5, 6, 7).spliterator(), t = s.trySplit();
        StringBuilder out = new StringBuilder();
        t.forEachRemaining(out::append);
        out.append('|');
        s.tryAdvance(out::append);
        out.append(s.estimateSize()).append(s.hasCharacteristics(Spliterator.SIZED));
        System.out.println(out);
        Enumeration<String> e = Collections.enumeration(List.of("a", "b"));
        while (e.hasMoreElements()) System.out.print(e.nextElement() + " ");
        System.out.println(Collections.list(new StringTokenizer("x y  z")));
        PrimitiveIterator.OfInt it = IntStream.of(5, 6).iterator();
        System.out.println(it.nextInt() + it.next());
        Hashtable<String, Integer> table = new Hashtable<>();
        for (int i = 0; i < 30; i++) table.put("k" + i, i);
        int total = 0;
        for (Enumeration<Integer> v = table.elements(); v.hasMoreElements();) total += v.nextElement();
        System.out.println(total + " " + table.contains(7) + " " + table.size());
    }
}
