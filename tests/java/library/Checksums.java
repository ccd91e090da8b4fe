import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

// run: --add-opens java.base/java.util.zip=ALL-UNNAMED -Xmx64m
// Checksums of random pieces, from arrays and buffers, with collections meanwhile; and CRC32C's inner function in each
// range of a short array. HotSpot's own checks no range, so others cannot be compared.
public class Checksums {
    static volatile boolean done;

    public static void main(String[] args) throws Exception {
        byte[] data = new byte[1_500_000];
        new Random(2).nextBytes(data);
        Thread collector = new Thread(() -> {
            while (!done) System.gc();
        });
        collector.start();
        for (Checksum sum : new Checksum[] {new CRC32C(), new CRC32(), new Adler32()}) {
            Random random = new Random(4);
            for (int round = 0; round < 300; round++) {
                int from = random.nextInt(100);
                int length = random.nextInt(round < 290 ? 70 : 5000);
                if (round % 3 == 0) sum.update(ByteBuffer.wrap(data, from, length));
                else if (round % 3 == 1) sum.update(ByteBuffer.allocateDirect(length).put(data, from, length).flip());
                else sum.update(data, from, length);
                sum.update(round);
            }
            System.out.print(sum.getClass().getSimpleName() + " " + sum.getValue());
            sum.update(data, 1, data.length - 1);
            System.out.print(" " + sum.getValue());
            sum.reset();
            sum.update("123456789".getBytes());
            System.out.println(" " + Long.toHexString(sum.getValue()));
        }
        done = true;
        collector.join();

        Method update = CRC32C.class.getDeclaredMethod("updateBytes", int.class, byte[].class, int.class, int.class);
        update.setAccessible(true);
        byte[] small = new byte[30];
        new Random(6).nextBytes(small);
        int[] places = {0, 1, 7, 8, 9, 29, 30};
        for (int from : places) for (int to : places) if (from <= to) System.out.println(from + " " + to + " " + update.invoke(null, from * 0x12345, small, from, to));
    }
}
