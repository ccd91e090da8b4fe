import java.util.*;

// Trees, lists and maps grown, cut and checked while garbage of all sizes passes by: a wrong root or card shows as a broken sum.
public class Churn {
    static class Tree {
        Tree left, right;
        int key;
        byte[] load;
        Tree(int key) {
            this.key = key;
            load = new byte[key & 63];
            Arrays.fill(load, (byte) key);
        }
        static Tree put(Tree t, int key) {
            if (t == null) return new Tree(key);
            if (key < t.key) t.left = put(t.left, key);
            else if (key > t.key) t.right = put(t.right, key);
            return t;
        }
        static long check(Tree t, int low, int high) {
            if (t == null) return 0;
            if (t.key < low || t.key > high || t.load.length != (t.key & 63)) throw new AssertionError("bad node " + t.key);
            for (byte b : t.load) if (b != (byte) t.key) throw new AssertionError("bad load");
            return t.key + check(t.left, low, t.key - 1) + check(t.right, t.key + 1, high);
        }
    }
    static Object[] old = new Object[500];

    public static void main(String[] args) throws Exception {
        int seed = 1;
        Tree root = null;
        LinkedList<Object[]> list = new LinkedList<>();
        Map<Integer, String> map = new HashMap<>();
        for (int round = 0; round < 30; round++) {
            for (int i = 0; i < 300; i++) {
                seed = seed * 1103515245 + 12345;
                int k = (seed >>> 10) % 100000;
                root = Tree.put(root, k);
                list.add(new Object[] {k, "s" + k, new long[k % 40]});
                if (list.size() > 700) list.removeFirst();
                map.put(k % 1000, "m" + k);
                old[k % old.length] = new Object[] {old[(k + 1) % old.length] instanceof Object[] ? k : "leaf", new int[k % 100]};
            }
            if (round % 10 == 3) System.gc();
            if (round % 10 == 7) root = null;
            Tree.check(root, 0, 100000);
        }
        long sum = Tree.check(root, 0, 100000);
        for (Object[] o : list) {
            if (!("s" + o[0]).equals(o[1]) || ((long[]) o[2]).length != (Integer) o[0] % 40) throw new AssertionError("list");
            sum += (Integer) o[0];
        }
        int hash = 0;
        for (int i = 0; i < 1000; i++) hash = hash * 31 + Objects.hashCode(map.get(i));
        for (Object o : old) if (o != null) sum += ((int[]) ((Object[]) o)[1]).length;
        System.out.println(sum + " " + hash + " " + map.size() + " " + list.size());
    }
}
