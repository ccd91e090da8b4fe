// Finalizers that make their objects, and what these refer to, live again; they run once (JLS 12.6.1).
import java.util.concurrent.ConcurrentLinkedQueue;

public class Resurrection {
    static final ConcurrentLinkedQueue<Resurrection> saved = new ConcurrentLinkedQueue<>();
    final int number;
    final int[] load;
    Resurrection partner;

    Resurrection(int number) {
        this.number = number;
        this.load = new int[] {number, -number};
    }

    @Override
    @SuppressWarnings("removal")
    protected void finalize() {
        saved.add(this);
    }

    static void make(int count) {
        Resurrection last = null;
        for (int i = 0; i < count; i++) {
            Resurrection fresh = new Resurrection(i);
            fresh.partner = last;
            if (last != null) {
                last.partner = fresh;
            }
            last = i % 2 == 0 ? fresh : null;
        }
    }

    public static void main(String[] args) throws Exception {
        int count = 2_000;
        make(count);
        for (int i = 0; i < 200 && saved.size() < count; i++) {
            System.gc();
            System.runFinalization();
        }
        int wrong = 0;
        for (Resurrection one : saved) {
            wrong += one.load[0] == one.number && one.load[1] == -one.number && one.partner.partner == one ? 0 : 1;
        }
        System.out.println(saved.size() + " wrong " + wrong);
        saved.clear();
        for (int i = 0; i < 3; i++) {
            System.gc();
            System.runFinalization();
        }
        System.out.println("again " + saved.size());
    }
}
