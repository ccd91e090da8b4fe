import java.util.*;

// One call site that sees ten classes in turn, virtual and interface: inline caches must miss, grow and stay right; null receivers in between.
public class Megamorphic {
    interface F { int f(int x); default int g(int x) { return f(x) + 1; } }
    static abstract class A implements F { int k = 1; int h(int x) { return x + k; } }
    static class C0 extends A { public int f(int x) { return x; } } static class C1 extends A { public int f(int x) { return x + 1; } int h(int x) { return x * 2; } }
    static class C2 extends C1 { public int f(int x) { return x * 2; } public int g(int x) { return -1; } } static class C3 extends C2 { int h(int x) { return super.h(x) + 5; } }
    static class C4 extends C0 { public int f(int x) { return super.f(x) ^ 3; } } static class C5 extends A { public int f(int x) { return k += x & 1; } }
    static final class C6 extends C5 { public int g(int x) { return super.g(x) * 3; } } static class C7 extends C4 { { k = 9; } } static class C8 extends C7 { int h(int x) { return k; } }
    static int site(A a, int x) { return a.h(x) + a.f(x); }
    static int isite(F f, int x) { return f.g(x) - f.f(x); }

    public static void main(String[] args) throws Exception {
        A[] all = {new C0(), new C1(), new C2(), new C3(), new C4(), new C5(), new C6(), new C7(), new C8(), null};
        long sum = 0;
        int nulls = 0;
        for (int round = 0; round < 400; round++) {
            A a = all[round < 50 ? 0 : round < 100 ? round % 2 : (round * 7) % all.length];
            try {
                sum = sum * 31 + site(a, round);
                sum = sum * 31 + isite(a, round);
            } catch (NullPointerException e) {
                nulls++;
            }
            F f = round % 5 == 0 ? x -> x - 7 : a;
            if (f != null) sum += isite(f, round);
            Object o = round % 3 == 0 ? "s" + round : round % 3 == 1 ? (Object) round : all;
            if (o != all) sum += o.hashCode() + o.toString().length() + (o.equals("s3") ? 1 : 0);
        }
        System.out.println(sum + " " + nulls);
        List<List<Integer>> lists = List.of(new ArrayList<>(), new LinkedList<>(), new Vector<>(), new Stack<>());
        for (int i = 0; i < 200; i++) for (List<Integer> l : lists) l.add(l.size() > 3 ? l.get(l.size() / 2) + i : i);
        System.out.println(lists.get(0).equals(lists.get(1)) + " " + lists.get(2).hashCode() + " " + lists.get(3).get(199));
    }
}
