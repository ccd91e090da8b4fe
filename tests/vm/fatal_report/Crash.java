import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Makes the VM read where nothing is. */
public class Crash {
    static long peek(Unsafe unsafe, long where) {
        return unsafe.getLong(where);
    }

    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        Thread thread = new Thread(() -> peek(unsafe, 64), "the crasher");
        if (args.length == 0) {
            thread.start();
            thread.join();
        } else {
            peek(unsafe, 64);
        }
        System.out.println("still alive");
    }
}
