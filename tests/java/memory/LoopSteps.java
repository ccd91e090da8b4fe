// A collection that meets a thread before the step of a counting loop, `i++; i < a.length`, which a jump leads to: the operands of the test are
// in no slot then, and what a call left in those slots is no object. JVMS 6.5.arraylength.
public class LoopSteps {
    static int touched;
    static Object touch(Object o) { touched += o == null ? 0 : 1; return o; }

    static int present(Object[] all) {
        int n = 0;
        for (int i = 0; i < all.length; i++) {
            if (touch(all[i]) == null) continue;
            n++;
        }
        return n;
    }
    static int longest(String[] all) {
        int best = 0;
        for (int i = 0; i < all.length; i++) {
            if (all[i].length() > best) best = touch(all[i]).toString().length();
        }
        return best;
    }

    public static void main(String[] args) {
        Thread collector = new Thread(() -> {
            for (int i = 0; i < 60; i++) System.gc();
        });
        collector.start();
        Object[] some = new Object[300];
        String[] texts = new String[300];
        for (int i = 0; i < some.length; i++) {
            some[i] = i % 3 == 0 ? null : new Object();
            texts[i] = "x".repeat(i % 70);
        }
        long sum = 0;
        do {
            sum = present(some) + 1000L * longest(texts);
        } while (collector.isAlive());
        System.out.println(sum);
        try {
            longest(null);
        } catch (NullPointerException e) {
            System.out.println(e.getStackTrace()[0].getLineNumber());
        }
    }
}
