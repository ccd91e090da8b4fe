import java.util.*;

// Object's methods: clone (shallow, refused, arrays), equals and hashCode contract, getClass, toString of arrays, identity hash stable over collections.
public class ObjectMethods implements Cloneable {
    int[] data = {1, 2};
    String name = "n";
    long wide = 1L << 60;

    @Override
    public ObjectMethods clone() throws CloneNotSupportedException { return (ObjectMethods) super.clone(); }

    static class NoClone { Object copy() throws CloneNotSupportedException { return super.clone(); } }

    static class Sub extends ObjectMethods { double extra = 1.5; byte tail = 3; }

    static class Key {
        final int k;
        Key(int k) { this.k = k; }
        @Override
        public boolean equals(Object o) { return o instanceof Key other && other.k == k; }
        @Override
        public int hashCode() { return k % 3; }
    }

    public static void main(String[] args) throws Exception {
        ObjectMethods a = new Sub(), b = a.clone();
        b.name = "m";
        b.data[0] = 9;
        System.out.println(a.name + a.data[0] + b.name + b.wide + ((Sub) b).extra + ((Sub) b).tail + " " + (b.getClass() == Sub.class) + " " + a.equals(b));
        try {
            new NoClone().copy();
        } catch (CloneNotSupportedException e) {
            System.out.println(e.getMessage()); // expect: ObjectMethods$NoClone
        }
        List<Object> objects = new ArrayList<>();
        int[] hashes = new int[2000];
        for (int i = 0; i < hashes.length; i++) {
            Object o = i % 2 == 0 ? new Object() : new int[i % 7];
            objects.add(o);
            hashes[i] = i % 3 == 0 ? System.identityHashCode(o) : o.hashCode();
        }
        System.gc();
        byte[][] churn = new byte[50][];
        for (int i = 0; i < 5000; i++) churn[i % 50] = new byte[2000];
        System.gc();
        int same = 0;
        Set<Integer> distinct = new HashSet<>();
        for (int i = 0; i < hashes.length; i++) {
            if (System.identityHashCode(objects.get(i)) == hashes[i]) same++;
            distinct.add(hashes[i]);
        }
        System.out.println(same + " " + (distinct.size() > 1900) + " " + System.identityHashCode(null)); // expect: 2000 true 0
        Object o = new Object();
        int before = o.hashCode();
        synchronized (o) {
            System.out.println(o.hashCode() == before);
            System.gc();
            System.out.println(o.hashCode() == before);
        }
        System.out.println(o.toString().equals("java.lang.Object@" + Integer.toHexString(before)) + " " + new int[0].toString().startsWith("[I@"));
        Map<Key, Integer> map = new HashMap<>();
        for (int i = 0; i < 50; i++) map.merge(new Key(i % 10), 1, Integer::sum);
        System.out.println(map.size() + " " + map.get(new Key(7)));
        IdentityHashMap<Object, String> ids = new IdentityHashMap<>();
        ids.put(new String("a"), "1");
        ids.put(new String("a"), "2");
        System.gc();
        System.out.println(ids.size() + " " + ids.containsKey("a") + " " + Objects.hash(1, "a", null) + " " + Objects.equals(null, null));
    }
}
