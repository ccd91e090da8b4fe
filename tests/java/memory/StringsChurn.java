// run: -Xmx48m
import java.util.*;

// Strings by the hundred thousand: builders, splits, interned ones and maps of strings, while the heap stays small.
public class StringsChurn {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> counts = new TreeMap<>();
        int seed = 5;
        for (int i = 0; i < 30_000; i++) {
            seed = seed * 1103515245 + 12345;
            String s = "w" + (seed >>> 20) % 300;
            counts.merge(i % 50 == 0 ? s.intern() : s, 1, Integer::sum);
            if (i % 5000 == 0) System.gc();
        }
        int hash = 0;
        for (var e : counts.entrySet()) hash = hash * 31 + e.getKey().hashCode() + e.getValue();
        System.out.println(counts.size() + " " + hash);
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            b.insert(b.length() / 2, (char) ('a' + i % 26));
            if (b.length() > 500) b.delete(0, 250).reverse();
        }
        System.out.println(b.length() + " " + b.toString().hashCode());
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < 300; i++) parts.addAll(Arrays.asList(("a" + i + ",b\u4e2d" + i + ",c").split(",")));
        System.out.println(String.join("", parts).hashCode() + " " + new HashSet<>(parts).size() + " " + Collections.max(parts));
    }
}
