// Fields that grow in place, o.f += v, in every shape that an engine may treat as one step: by a local, a constant, an expression; as a value; plain,
// volatile and static; narrow types; of null (JVMS 6.5.getfield, putfield; JLS 15.26.2).
public class Growing {
    int i;
    long j;
    float f;
    double d;
    short s;
    volatile int vi;
    volatile long vj;
    int other;
    static int si;
    static long sj;
    Growing next;

    void step(int n) {
        i += n;
        i += 100;
        j += n;
        j += 1L;
        f += 0.5f;
        d += n;
        d -= 0.25;
        s += n;
        vi += n;
        vi++;
        vj -= n;
        si += n;
        sj += n * 2L;
        other = i + n;
    }

    static int nested(Growing o, int n) {
        o.next.i += o.i += n;
        return ++o.i + o.next.i++;
    }

    static String ofNull(Growing o, int n) {
        try {
            o.i += n / (n - 3);
            return "no";
        } catch (NullPointerException | ArithmeticException e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) {
        Growing o = new Growing();
        o.next = new Growing();
        for (int n = -2000; n < 2000; n++) {
            o.step(n * 7919);
        }
        System.out.println(o.i + " " + o.j + " " + o.f + " " + o.d + " " + o.s + " " + o.vi + " " + o.vj + " " + si + " " + sj + " " + o.other);
        int sum = 0;
        for (int n = 0; n < 1000; n++) {
            sum += nested(o, n);
        }
        System.out.println(sum + " " + o.i + " " + o.next.i);
        System.out.println(ofNull(null, 4) + " " + ofNull(null, 3) + " " + ofNull(o, 3) + " " + o.i); // JLS 15.26.2: the field is read first
    }
}
