import java.io.*;
import java.util.*;

// Serialization round trips: graphs with cycles, transient fields, custom forms, inheritance from non-serializable, records, replacement, refused classes.
public class Serialization {
    static class Base { int base = 5; Base() { base = 6; } }

    static class Node extends Base implements Serializable {
        private static final long serialVersionUID = 1;
        String name;
        transient int skipped = 9;
        Node next;
        int[][] grid = {{1}, {2, 3}};
        List<Object> items = new ArrayList<>();
        double d = -0.0;
        long l = Long.MIN_VALUE;
        char c = '\u4e2d';
        Node(String name) { this.name = name; base = 7; }
    }

    static class Custom implements Externalizable {
        int v;
        public Custom() {}
        public void writeExternal(ObjectOutput out) throws IOException { out.writeInt(v * 2); }
        public void readExternal(ObjectInput in) throws IOException { v = in.readInt(); }
    }

    static class Hooked implements Serializable {
        String s = "h";
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeUTF("extra");
        }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            s += in.readUTF();
        }
    }

    static class Singleton implements Serializable {
        static final Singleton ONE = new Singleton();
        private Object readResolve() { return ONE; }
    }

    record Rec(int a, String b, List<String> c) implements Serializable {
        Rec {
            if (a < 0) throw new IllegalArgumentException();
        }
    }

    static class Refuses implements Serializable { Object o = new Object(); }

    static Object trip(Object o) throws Exception {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(b)) {
            out.writeObject(o);
        }
        return new ObjectInputStream(new ByteArrayInputStream(b.toByteArray())).readObject();
    }

    public static void main(String[] args) throws Exception {
        Node a = new Node("a"), b = new Node("b");
        a.next = b;
        b.next = a;
        a.items.addAll(List.of(1, 2L, "x", b, Map.of("k", 1.5), new Date(0)));
        Node c = (Node) trip(a);
        System.out.println(c.name + c.next.name + (c.next.next == c) + c.skipped + " " + c.base + " " + Arrays.deepToString(c.grid) + c.items.get(2) + (c.items.get(3) == c.next) + c.items.get(4) + ((Date) c.items.get(5)).getTime() + " " + c.d + c.l + (int) c.c);
        Custom x = new Custom();
        x.v = 21;
        System.out.println(((Custom) trip(x)).v + " " + ((Hooked) trip(new Hooked())).s + " " + (trip(Singleton.ONE) == Singleton.ONE) + " " + trip(new Rec(1, "b", List.of("q"))));
        try {
            trip(new Refuses());
        } catch (NotSerializableException e) {
            System.out.println(e.getMessage()); // expect: java.lang.Object
        }
        Runnable r = (Runnable & Serializable) () -> System.out.println("lambda came back");
        ((Runnable) trip(r)).run();
        System.out.println(trip(new int[] {1, 2}).getClass() + " " + trip(new TreeMap<>(Map.of(2, "b", 1, "a"))) + " " + trip(new HashSet<>(Set.of("e"))) + " " + trip(String.class) + " " + trip(Thread.State.NEW) + " " + trip(new StringBuilder("sb")) + trip(new java.math.BigInteger("123456789012345678901")));
        System.out.println(ObjectStreamClass.lookup(Hooked.class).getFields().length + " " + ObjectStreamClass.lookup(Node.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(Object.class));
        try {
            new ObjectInputStream(new ByteArrayInputStream(new byte[] {1, 2, 3, 4}));
        } catch (StreamCorruptedException e) {
            System.out.println(e.getMessage());
        }
        Exception e = (Exception) trip(new IllegalStateException("m", new RuntimeException("c")));
        System.out.println(e.getMessage() + e.getCause().getMessage() + e.getStackTrace()[0].getMethodName());
    }
}
