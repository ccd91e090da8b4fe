import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import static java.nio.file.StandardOpenOption.*;

// File channels: gather, scatter, positions, transfers, maps that share, locks within and between processes, asynchronous files, interrupts.
public class FileChannels {
    public static void main(String[] args) throws Exception {
        if (args.length != 0) {
            try (FileChannel channel = FileChannel.open(Path.of(args[0]), WRITE)) {
                System.out.println("child " + (channel.tryLock(0, 10, false) == null) + " " + (channel.tryLock(10, 10, false) != null));
            }
            return;
        }
        Path path = Path.of("data");
        try (FileChannel channel = FileChannel.open(path, CREATE_NEW, READ, WRITE)) {
            ByteBuffer[] parts = {ByteBuffer.wrap("head".getBytes()), ByteBuffer.allocateDirect(2).put((byte) '-').put((byte) '-').flip(), ByteBuffer.wrap("tail".getBytes())};
            System.out.println(channel.write(parts) + " " + channel.position() + " " + channel.size());
            channel.write(ByteBuffer.wrap("X".getBytes()), 20);
            System.out.println(channel.size() + " " + channel.position());
            ByteBuffer[] into = {ByteBuffer.allocate(4), ByteBuffer.allocateDirect(6)};
            System.out.println(channel.position(0).read(into) + " " + new String(into[0].array()) + " " + (char) into[1].get(2));
            System.out.println(channel.read(ByteBuffer.allocate(5), 100) + " " + channel.truncate(12).size() + " " + channel.position());
            MappedByteBuffer one = channel.map(FileChannel.MapMode.READ_WRITE, 0, 12);
            MappedByteBuffer two = channel.map(FileChannel.MapMode.READ_ONLY, 4, 8);
            MappedByteBuffer own = channel.map(FileChannel.MapMode.PRIVATE, 0, 12);
            one.put(4, (byte) '+');
            own.put(0, (byte) 'p');
            System.out.println((char) two.get(0) + " " + (char) one.get(0) + " " + two.isReadOnly() + " " + one.force().capacity());
            ByteArrayOutputStream sink = new ByteArrayOutputStream();
            System.out.println(channel.transferTo(0, 6, Channels.newChannel(sink)) + " " + sink);
            try (FileChannel other = FileChannel.open(Path.of("copy"), CREATE, WRITE)) {
                System.out.println(channel.transferTo(0, 100, other) + " " + other.transferFrom(Channels.newChannel(new ByteArrayInputStream("zz".getBytes())), 12, 10) + " " + other.size());
            }
            FileLock lock = channel.lock(0, 10, false);
            try {
                channel.tryLock(5, 1, false);
            } catch (OverlappingFileLockException e) {
                System.out.println(e);
            }
            System.out.println(lock.isValid() + " " + lock.isShared() + " " + lock.overlaps(9, 1) + " " + lock.overlaps(10, 1));
            String vm = ProcessHandle.current().info().command().get();
            Process child = new ProcessBuilder(vm, "-cp", System.getProperty("java.class.path"), "FileChannels", "data").redirectErrorStream(true).start();
            System.out.println(child.inputReader().readLine() + " " + child.waitFor());
            lock.release();
            System.out.println(lock.isValid());
        }
        try (FileChannel reader = FileChannel.open(path, READ)) {
            reader.write(ByteBuffer.allocate(1));
        } catch (NonWritableChannelException e) {
            System.out.println(e);
        }
        try {
            FileChannel.open(path, CREATE_NEW, WRITE);
        } catch (FileAlreadyExistsException e) {
            System.out.println(e.getMessage());
        }
        try (RandomAccessFile file = new RandomAccessFile("random", "rw")) {
            file.setLength(8);
            file.seek(3);
            file.writeUTF("ab");
            System.out.println(file.getFilePointer() + " " + file.length() + " " + file.getChannel().position());
        }
        asynchronous();
        interrupted(path);
    }

    static void asynchronous() throws Exception {
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(Path.of("async"), CREATE, READ, WRITE)) {
            System.out.println(channel.write(ByteBuffer.wrap("0123456789".getBytes()), 0).get() + " " + channel.size());
            CompletableFuture<String> read = new CompletableFuture<>();
            ByteBuffer buffer = ByteBuffer.allocate(4);
            channel.read(buffer, 3, "at", new CompletionHandler<Integer, String>() {
                public void completed(Integer count, String attachment) {
                    read.complete(count + attachment + new String(buffer.array()));
                }
                public void failed(Throwable thrown, String attachment) {
                    read.completeExceptionally(thrown);
                }
            });
            System.out.println(read.get(20, TimeUnit.SECONDS) + " " + channel.lock().get().isValid());
            System.out.println(channel.read(ByteBuffer.allocate(1), 50).get());
        }
    }

    static void interrupted(Path path) throws Exception {
        try (FileChannel channel = FileChannel.open(path, READ)) {
            Thread.currentThread().interrupt();
            channel.read(ByteBuffer.allocate(1));
        } catch (ClosedByInterruptException e) {
            System.out.println(e + " " + Thread.interrupted());
        }
    }
}
