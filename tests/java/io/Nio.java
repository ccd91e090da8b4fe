import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.util.*;

// Byte buffers, direct and heap, views and byte orders; file channels, mapping, locks, scatter and gather.
public class Nio {
    public static void main(String[] args) throws Exception {
        for (ByteBuffer b : new ByteBuffer[] {ByteBuffer.allocate(64), ByteBuffer.allocateDirect(64)}) {
            b.putInt(0x01020304).order(ByteOrder.LITTLE_ENDIAN).putLong(-2).putDouble(1.5).putChar('c').putShort(40, (short) -3).put("abc".getBytes());
            System.out.println(b + " " + b.isDirect() + " " + b.get(0) + " " + b.getShort(40));
            b.flip();
            System.out.println(b.order(ByteOrder.BIG_ENDIAN).getInt() + " " + b.order(ByteOrder.LITTLE_ENDIAN).getLong() + " " + b.getDouble() + " " + b.getChar() + " " + b.remaining() + " " + b.slice() + " " + b.duplicate().position() + " " + b.compact().position() + " " + b.hashCode());
            IntBuffer ints = b.clear().asIntBuffer();
            ints.put(new int[] {5, 6, 7}).put(10, 99);
            System.out.println(ints + " " + b.getInt(4) + " " + ints.get(10) + " " + b.asReadOnlyBuffer().isReadOnly());
            try {
                b.position(60).putLong(1);
            } catch (BufferOverflowException e) {
                System.out.println(e);
            }
            try {
                b.limit(3).get(3);
            } catch (IndexOutOfBoundsException e) {
                System.out.println("index");
            }
            try {
                b.asReadOnlyBuffer().put((byte) 1);
            } catch (ReadOnlyBufferException e) {
                System.out.println(e);
            }
        }
        Path p = Path.of("channel.bin");
        try (FileChannel ch = FileChannel.open(p, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            System.out.println(ch.write(new ByteBuffer[] {ByteBuffer.wrap("head".getBytes()), ByteBuffer.allocateDirect(10), ByteBuffer.wrap("tail".getBytes())}) + " " + ch.size() + " " + ch.position());
            MappedByteBuffer map = ch.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
            map.put(4, (byte) 'X').putLong(100, 77L);
            map.force();
            ByteBuffer in = ByteBuffer.allocate(6);
            System.out.println(ch.read(in, 0) + new String(in.array(), 0, 5) + " " + ch.size() + " " + map.getLong(100) + " " + ch.tryLock().isValid());
            ch.truncate(10);
            System.out.println(ch.size() + " " + ch.read(in, 20) + " " + ch.transferTo(0, 4, Channels.newChannel(System.out)));
            System.out.println();
        }
        System.out.println(StandardCharsets.UTF_8.encode("\u00e9").remaining() + " " + CharBuffer.wrap("hello").subSequence(1, 3) + " " + StandardCharsets.UTF_16BE.decode(ByteBuffer.wrap(new byte[] {0, 'a', 0, 'b'})));
        Pipe pipe = Pipe.open();
        pipe.sink().write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        ByteBuffer got = ByteBuffer.allocate(10);
        System.out.println(pipe.source().read(got));
    }
}
