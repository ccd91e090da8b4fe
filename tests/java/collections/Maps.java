import java.util.*;

// HashMap with colliding keys turned to trees, LinkedHashMap by access, TreeMap views, computes and merges.
public class Maps {
    static class Bad implements Comparable<Bad> {
        final int v;
        Bad(int v) { this.v = v; }
        @Override
        public int hashCode() { return v % 4; }
        @Override
        public boolean equals(Object o) { return o instanceof Bad b && b.v == v; }
        public int compareTo(Bad o) { return Integer.compare(v, o.v); }
    }

    public static void main(String[] args) throws Exception {
        Map<Bad, Integer> collide = new HashMap<>();
        for (int i = 0; i < 500; i++) collide.put(new Bad(i), i);
        for (int i = 0; i < 500; i += 3) collide.remove(new Bad(i));
        int sum = 0;
        for (int i = 0; i < 500; i++) sum += collide.getOrDefault(new Bad(i), -1);
        System.out.println(collide.size() + " " + sum);
        Map<String, Integer> map = new HashMap<>();
        for (String w : "the cat and the dog and the bird".split(" ")) map.merge(w, 1, Integer::sum);
        System.out.println(new TreeMap<>(map) + " " + map.get("the") + " " + map.containsValue(2));
        map.compute("the", (k, v) -> v == null ? 1 : v * 10);
        map.computeIfAbsent("new", String::length);
        map.computeIfPresent("cat", (k, v) -> null);
        map.putIfAbsent("dog", 99);
        map.put(null, -1);
        map.replaceAll((k, v) -> v + 1);
        System.out.println(map.size() + " " + map.get("the") + map.get("new") + map.get("cat") + map.get("dog") + map.get(null));
        LinkedHashMap<Integer, String> lru = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, String> e) { return size() > 3; }
        };
        for (int i = 0; i < 6; i++) {
            lru.put(i, "v" + i);
            lru.get(i - 1);
        }
        System.out.println(lru + " " + lru.keySet() + lru.values());
        TreeMap<Integer, String> tree = new TreeMap<>();
        for (int i = 0; i < 100; i++) tree.put(i * 37 % 101, "t" + i);
        System.out.println(tree.firstKey() + " " + tree.floorEntry(50) + " " + tree.higherKey(50) + " " + tree.headMap(5) + " " + tree.tailMap(97, false) + " " + tree.subMap(10, true, 14, true).descendingMap() + " " + tree.pollLastEntry() + " " + tree.ceilingKey(1000));
        tree.subMap(10, 90).clear();
        System.out.println(tree.size() + " " + tree.descendingKeySet());
        try {
            tree.put(null, "x");
        } catch (NullPointerException e) {
            System.out.println("null key");
        }
        try {
            for (Integer k : tree.keySet()) if (k == 3) tree.remove(4);
        } catch (ConcurrentModificationException e) {
            System.out.println(e);
        }
        Map<String, Integer> entries = new TreeMap<>(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        entries.putAll(Map.of("aaa", 1, "b", 2, "cc", 3));
        for (var e : entries.entrySet()) e.setValue(e.getValue() * 2);
        System.out.println(entries + " " + Map.entry("k", 1) + " " + new AbstractMap.SimpleEntry<>("a", null) + " " + map.equals(new HashMap<>(map)) + " " + entries.hashCode());
        try {
            Map.of("a", 1, "a", 2);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Set<Object> set = new LinkedHashSet<>(List.of(3, 1, 2));
        set.retainAll(List.of(1, 2, 9));
        set.addAll(List.of(8, 1));
        System.out.println(set + " " + new TreeSet<>(List.of("b", "a")).descendingSet() + " " + set.equals(Set.of(1, 2, 8)));
    }
}
