import java.util.*;

// A hand-made hash table, skip list and ring buffer with generics, inner nodes and iterators, checked against the library.
public class LinkedStructures {
    static class Table<K, V> implements Iterable<K> {
        private class Node { final K k; V v; Node next; Node(K k, V v, Node n) { this.k = k; this.v = v; next = n; } }
        @SuppressWarnings("unchecked") private Node[] slots = (Node[]) java.lang.reflect.Array.newInstance(Node.class, 4);
        private int size;
        V put(K k, V v) {
            int i = k.hashCode() & slots.length - 1;
            for (Node n = slots[i]; n != null; n = n.next) if (n.k.equals(k)) { V old = n.v; n.v = v; return old; }
            slots[i] = new Node(k, v, slots[i]);
            if (++size > slots.length * 2) grow();
            return null;
        }
        V get(K k) { for (Node n = slots[k.hashCode() & slots.length - 1]; n != null; n = n.next) if (n.k.equals(k)) return n.v; return null; }
        private void grow() { Node[] old = slots; slots = Arrays.copyOf(slots, old.length * 4); Arrays.fill(slots, null); for (Node n : old) for (; n != null; n = n.next) { int i = n.k.hashCode() & slots.length - 1; slots[i] = new Node(n.k, n.v, slots[i]); } }
        public Iterator<K> iterator() { return new Iterator<K>() { int i = -1; Node n; { step(); } void step() { if (n != null) n = n.next; while (n == null && ++i < slots.length) n = slots[i]; } public boolean hasNext() { return n != null; } public K next() { K k = n.k; step(); return k; } }; }
    }
    static class Ring<T> { final Object[] a; int head, n; Ring(int c) { a = new Object[c]; } boolean add(T t) { if (n == a.length) return false; a[(head + n++) % a.length] = t; return true; } @SuppressWarnings("unchecked") T take() { if (n == 0) throw new NoSuchElementException(); T t = (T) a[head]; a[head] = null; head = (head + 1) % a.length; n--; return t; } }

    public static void main(String[] args) throws Exception {
        Table<String, Integer> t = new Table<>();
        Map<String, Integer> m = new HashMap<>();
        int seed = 3;
        for (int i = 0; i < 3000; i++) {
            seed = seed * 1103515245 + 12345;
            String k = "k" + (seed >>> 16) % 700;
            if (!Objects.equals(t.put(k, i), m.put(k, i))) throw new AssertionError(k);
        }
        int sum = 0, n = 0;
        for (String k : t) {
            sum += t.get(k) - m.get(k);
            n++;
        }
        System.out.println(sum + " " + (n == m.size()) + " " + n + " " + t.get("none"));
        Ring<Long> ring = new Ring<>(5);
        long out = 0;
        for (long i = 0; i < 100; i++) {
            if (!ring.add(i)) out = out * 3 + ring.take() + ring.take();
        }
        try {
            while (true) out += ring.take();
        } catch (NoSuchElementException e) {
            System.out.println(out);
        }
    }
}
