/** Makes and locks as many objects as it is told, and holds as many locks at once as it is told, on a thread of its own. */
public class Counted {
    static Object[] kept;

    static void lockNested(int depth) {
        if (depth > 0) {
            synchronized (kept[depth - 1]) {
                lockNested(depth - 1);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int objects = Integer.parseInt(args[0]);
        int nested = Integer.parseInt(args[1]);
        kept = new Object[Math.max(objects, nested)];
        for (int i = 0; i < kept.length; ++i) {
            kept[i] = new Object();
        }
        for (int i = 0; i < objects; ++i) {
            for (int twice = 0; twice < 2; ++twice) {
                synchronized (kept[i]) {
                    kept[i].hashCode();
                }
            }
        }
        Thread thread = new Thread(() -> lockNested(nested));
        thread.start();
        thread.join();
        if (args.length > 2) {
            System.exit(3);  // the other way out
        }
    }
}
