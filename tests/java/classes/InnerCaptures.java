import java.util.*;
import java.util.function.*;

// Inner, local and anonymous classes: captured variables, shadowing, inheritance from inner classes, iterators, enclosing-method information.
public class InnerCaptures implements Iterable<Integer> {
    private final int[] items = {4, 8, 15};
    String x = "outer";

    public Iterator<Integer> iterator() {
        return new Iterator<>() {
            int at;
            public boolean hasNext() { return at < items.length; }
            public Integer next() {
                if (!hasNext()) throw new NoSuchElementException("end at " + at);
                return items[at++];
            }
        };
    }

    class In {
        String x = "inner";
        String show(String x) { return x + this.x + InnerCaptures.this.x; }
    }

    static class Ext extends InnerCaptures.In {
        Ext(InnerCaptures o) { o.super(); }
        String show(String x) { return "ext " + super.show(x); }
    }

    static <T> Supplier<List<T>> collector(T first, long stamp) {
        class Bag implements Supplier<List<T>> {
            final List<T> list = new ArrayList<>();
            public List<T> get() {
                list.add(first);
                if (stamp > 5) list.add(first);
                return list;
            }
        }
        return new Bag();
    }

    static Object field = new Object() { public String toString() { return "in a field initializer"; } };

    public static void main(String[] args) {
        InnerCaptures o = new InnerCaptures();
        int sum = 0;
        for (int i : o) for (int j : o) sum += i * j;
        System.out.println(sum); // expect: 729
        Iterator<Integer> it = o.iterator();
        try {
            while (true) it.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage()); // expect: remove
        }
        System.out.println(o.new In().show("param ") + " " + new Ext(o).show("p "));
        Supplier<List<String>> s = collector("s", 6L);
        s.get();
        System.out.println(s.get() + " " + s.getClass().getName() + " " + s.getClass().getEnclosingMethod() + " " + s.getClass().isLocalClass());
        Object anonymous = new Object() {};
        System.out.println(anonymous.getClass().getName() + " " + anonymous.getClass().getEnclosingMethod().getName() + " " + anonymous.getClass().getSimpleName().isEmpty() + " " + anonymous.getClass().getCanonicalName() + " " + field + field.getClass().getEnclosingMethod());
        System.out.println(In.class.getDeclaringClass() + " " + In.class.isMemberClass() + " " + java.lang.reflect.Modifier.toString(Ext.class.getModifiers()) + " " + InnerCaptures.class.getDeclaredClasses().length);
        IntFunction<IntFunction<String>> nested = a -> { int k = a * 2; return b -> new Object() { String r() { return "" + a + b + k; } }.r(); };
        System.out.println(nested.apply(3).apply(4)); // expect: 346
    }
}
