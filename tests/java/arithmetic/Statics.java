// Static and instance state of all types reached through this, super, a class name, an interface constant, and chains of dots.
public class Statics {
    interface K { long WIDE = 1L << 40; double D = Math.sqrt(2); int[] A = {1, 2, 3}; }
    static class P { static long wide = 5; double inst = 1.5; P next; static P root; P self() { return this; } }
    static class Q extends P implements K { static int own = 7; double inst = 2.5; double both() { return inst * 10 + super.inst; } long far() { return WIDE + wide + own; } }

    public static void main(String[] args) throws Exception {
        Q q = new Q();
        P p = q;
        P.root = q;
        q.next = new P();
        q.next.next = q;
        p.self().next.next.self().next.inst += 4;
        Q.wide += 3;
        Q.root.next.next.next.inst *= 2;
        System.out.println(q.both() + " " + q.far() + " " + p.inst + " " + ((P) q).inst + " " + q.inst + " " + q.next.inst + " " + P.wide + " " + Q.D + " " + K.A[1]++ + K.A[1] + " " + Q.root.self().next.next.next.inst);
        for (int i = 0; i < 2000; i++) {
            P.wide += i;
            q.inst += P.wide % 3;
            Q.own ^= (int) P.wide;
            p.inst -= 0.25;
        }
        System.out.println(P.wide + " " + q.inst + " " + Q.own + " " + p.inst + " " + (Q.root == p));
    }
}
