import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

// Bridge methods: generic overriding, covariant results, and the ClassCastException a bridge throws under heap pollution.
public class Bridges {
    static abstract class Node<T> {
        T data;
        void set(T value) { data = value; }
        abstract Node<T> copy();
        T get() { return data; }
    }

    static class IntNode extends Node<Integer> {
        void set(Integer value) { super.set(value + 1); }
        IntNode copy() {
            IntNode n = new IntNode();
            n.data = data;
            return n;
        }
        Integer get() { return data * 10; }
    }

    static class ByLength implements Comparator<String> {
        public int compare(String a, String b) { return a.length() - b.length(); }
    }

    static class Money implements Comparable<Money> {
        final int cents;
        Money(int cents) { this.cents = cents; }
        public int compareTo(Money o) { return Integer.compare(cents, o.cents); }
    }

    static <T extends Comparable<? super T>> T max(List<? extends T> list) {
        T best = null;
        for (T t : list) {
            if (best == null || t.compareTo(best) > 0) best = t;
        }
        return best;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        Node<Integer> n = new IntNode();
        n.set(4);
        System.out.println(n.get() + " " + n.copy().get() + " " + n.data); // expect: 50 50 5
        Node raw = n;
        try {
            raw.set("text");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Comparator order = new ByLength();
        System.out.println(order.compare("aaa", "b"));
        try {
            order.compare("a", 5);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        List<Money> money = new ArrayList<>(List.of(new Money(5), new Money(70), new Money(33)));
        System.out.println(max(money).cents + " " + max(List.of("x", "abc", "m")));
        List<String> polluted = new ArrayList<>();
        ((List) polluted).add(42);
        Object fine = polluted.get(0);
        System.out.println(fine);
        try {
            String s = polluted.get(0);
            System.out.println(s);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        int bridges = 0;
        for (var m : IntNode.class.getDeclaredMethods()) {
            if (m.isBridge()) bridges++;
        }
        System.out.println(bridges);
    }
}
