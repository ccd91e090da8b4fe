import java.util.*;

// Records: canonical and compact constructors, generated members (ObjectMethods bootstrap), nested and generic records, reflection on components.
public class Records {
    record Point(int x, int y) {
        static int made;
        Point {
            if (x < 0) throw new IllegalArgumentException("x=" + x);
            made++;
        }
        Point(int both) { this(both, both); }
        double norm() { return Math.sqrt(x * x + y * y); }
    }

    record All(boolean z, byte b, char c, short s, int i, long l, float f, double d, String o, int[] a) {}

    record Empty() {}

    record Box<T extends Comparable<T>>(T value, List<? super T> more) implements Comparable<Box<T>> {
        public int compareTo(Box<T> o) { return value.compareTo(o.value); }
    }

    record Custom(String s) {
        public String s() { return s.toUpperCase(); }
        @Override
        public boolean equals(Object o) { return o instanceof Custom c && c.s.equalsIgnoreCase(s); }
        @Override
        public int hashCode() { return 1; }
    }

    public static void main(String[] args) {
        Point p = new Point(3, 4), q = new Point(3, 4);
        System.out.println(p + " " + p.equals(q) + " " + (p == q) + " " + (p.hashCode() == q.hashCode()) + " " + p.hashCode() + " " + p.norm() + " " + new Point(7) + " " + Point.made);
        try {
            new Point(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        All a = new All(true, (byte) -1, 'c', (short) 5, 6, 7L << 33, -0f, Double.NaN, null, null);
        All b = new All(true, (byte) -1, 'c', (short) 5, 6, 7L << 33, -0f, Double.NaN, null, null);
        All c = new All(true, (byte) -1, 'c', (short) 5, 6, 7L << 33, 0f, Double.NaN, null, null);
        System.out.println(a + " " + a.equals(b) + a.equals(c) + a.equals(null) + a.equals("s") + " " + a.hashCode() + " " + (a.hashCode() == b.hashCode()));
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode());
        Box<String> box = new Box<>("v", new ArrayList<>(List.of("w")));
        System.out.println(box + " " + box.compareTo(new Box<>("u", List.of())) + " " + new Custom("abc").equals(new Custom("ABC")) + " " + new Custom("abc") + " " + new Custom("x").s());
        for (var component : All.class.getRecordComponents()) System.out.print(component + "; ");
        System.out.println();
        System.out.println(Box.class.getRecordComponents()[1].getGenericType() + " " + Point.class.isRecord() + " " + Records.class.isRecord() + " " + Point.class.getSuperclass());
        Map<Point, String> map = new HashMap<>();
        map.put(p, "found");
        System.out.println(map.get(q));
        record Local(String name, int n) {}
        System.out.println(List.of(new Local("b", 2), new Local("a", 1)).stream().sorted(Comparator.comparing(Local::name)).toList());
    }
}
