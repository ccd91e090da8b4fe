// Native code of others through our JNI: critical arrays, direct buffers, callbacks, attached threads, exceptions from C.

import com.github.luben.zstd.Zstd;
import com.sun.jna.Callback;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Random;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.xxhash.XXHashFactory;
import org.sqlite.Function;
import org.xerial.snappy.Snappy;

public class Foreign {
    public static void main(String[] args) throws Exception {
        sqlite();
        jna();
        compression();
    }

    static void sqlite() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:test.db"); Statement sql = connection.createStatement()) {
            sql.execute("CREATE TABLE goods(id INTEGER PRIMARY KEY, name TEXT, price REAL, picture BLOB)");
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO goods(name, price, picture) VALUES(?, ?, ?)")) {
                for (int i = 0; i < 500; i++) {
                    insert.setString(1, "goods \u00fc " + i);
                    insert.setDouble(2, i * 1.25);
                    insert.setBytes(3, new byte[i]);
                    insert.addBatch();
                }
                System.out.println(insert.executeBatch().length);
            }
            connection.commit();
            Function.create(connection, "twice", new Function() {
                @Override
                protected void xFunc() throws SQLException {
                    if (value_text(0).equals("wrong")) {
                        throw new SQLException("thrown in a callback");
                    }
                    result(value_text(0) + value_text(0));
                }
            });
            Function.create(connection, "product", new Function.Aggregate() {
                private double product = 1;

                @Override
                protected void xStep() throws SQLException {
                    product *= value_double(0);
                }

                @Override
                protected void xFinal() throws SQLException {
                    result(product);
                }
            });
            try (ResultSet rows = sql.executeQuery("SELECT COUNT(*), SUM(price), SUM(LENGTH(picture)), twice('ab'), (SELECT product(id) FROM goods WHERE id < 11) FROM goods")) {
                rows.next();
                System.out.println(rows.getInt(1) + " " + rows.getDouble(2) + " " + rows.getLong(3) + " " + rows.getString(4) + " " + rows.getDouble(5));
            }
            for (String wrong : new String[] {"SELECT twice('wrong')", "SELEC", "INSERT INTO goods(id) VALUES(1)"}) {
                try {
                    sql.execute(wrong);
                } catch (SQLException e) {
                    System.out.println(e.getMessage());
                }
            }
            connection.rollback();
        }
    }

    public interface C extends Library {
        interface Compare extends Callback {
            int compare(Pointer a, Pointer b);
        }

        @Structure.FieldOrder({"quot", "rem"})
        class Div extends Structure implements Structure.ByValue {
            public int quot;
            public int rem;
        }

        int strlen(String text);
        double pow(double a, double b);
        Div div(int a, int b);

        void qsort(Memory array, NativeLong n, NativeLong size, Compare compare);
        int sprintf(byte[] buffer, String format, Object... arguments);
        Pointer memset(Pointer memory, int value, NativeLong n);
        int pthread_create(Pointer thread, Pointer attributes, Start start, Pointer argument);
        int usleep(int microseconds);

        interface Start extends Callback {
            Pointer run(Pointer argument);
        }
    }

    static void jna() throws InterruptedException {
        C c = Native.load("c", C.class);
        C.Div div = c.div(17, 5);
        System.out.println(c.strlen("native") + " " + div.quot + " " + div.rem + " " + Native.load("m", C.class).pow(2, 0.5));
        Memory memory = new Memory(400);
        Random random = new Random(3);
        for (int i = 0; i < 100; i++) {
            memory.setInt(i * 4L, random.nextInt(1000));
        }
        int[] calls = {0};
        c.qsort(memory, new NativeLong(100), new NativeLong(4), (a, b) -> {
            calls[0]++;
            return Integer.compare(a.getInt(0), b.getInt(0));
        });
        int[] sorted = memory.getIntArray(0, 100);
        System.out.println(Arrays.stream(sorted).limit(8).boxed().toList() + " " + (calls[0] > 100));
        byte[] buffer = new byte[64];
        int length = c.sprintf(buffer, "%s %d %.3f", "text", 42, 1.5);
        System.out.println(new String(buffer, 0, length));
        c.memset(memory, 0x41, new NativeLong(5));
        System.out.println(memory.getString(0).substring(0, 5));
        try {
            Native.load("c", C.class).usleep(1);
            Native.load("absent_library", C.class);
        } catch (UnsatisfiedLinkError e) {
            System.out.println(e.getMessage().lines().findFirst().orElse("").replaceAll("'.*", ""));
        }
        C.Start start = argument -> {
            synchronized (calls) {
                System.out.println("attached " + Thread.currentThread().isDaemon());
                calls[0] = -1;
                calls.notifyAll();
            }
            return null;
        };
        synchronized (calls) {
            c.pthread_create(new Memory(8), null, start, null);
            while (calls[0] != -1) {
                calls.wait(10_000);
            }
        }
    }

    static void compression() throws Exception {
        byte[] data = new byte[200_000];
        Random random = new Random(5);
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i % 100 < 60 ? i % 7 : random.nextInt(8));
        }
        byte[] small = Zstd.compress(data, 3);
        System.out.println("zstd " + small.length + " " + Arrays.equals(data, Zstd.decompress(small, data.length)));
        ByteBuffer direct = ByteBuffer.allocateDirect(data.length);
        direct.put(data).flip();
        ByteBuffer packed = ByteBuffer.allocateDirect(Snappy.maxCompressedLength(data.length));
        System.out.println("snappy " + Snappy.compress(direct, packed) + " " + Snappy.isValidCompressedBuffer(packed) + " " + Arrays.equals(data, Snappy.uncompress(Snappy.compress(data))));
        LZ4Factory lz4 = LZ4Factory.fastestInstance();
        byte[] fast = lz4.highCompressor().compress(data);
        System.out.println(lz4 + " " + fast.length + " " + Arrays.equals(data, lz4.fastDecompressor().decompress(fast, data.length)) + " " + Arrays.equals(data, LZ4Factory.fastestJavaInstance().fastDecompressor().decompress(fast, data.length)));
        System.out.println(XXHashFactory.nativeInstance().hash64().hash(data, 0, data.length, 1) + " " + XXHashFactory.unsafeInstance().hash64().hash(data, 0, data.length, 1));
        try {
            Snappy.uncompress(new byte[] {1, 2, 3});
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage());
        }
    }
}
