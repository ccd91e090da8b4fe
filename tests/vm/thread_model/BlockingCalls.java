import java.io.*;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Calls natives that wait in the kernel: args[0] names the calls, args[1] says how often they are made. */
public class BlockingCalls {
    interface Round {
        void run() throws Exception;
    }

    static Path folder;

    static void write() throws IOException {
        try (OutputStream out = new FileOutputStream(folder.resolve("file").toFile())) {
            out.write(1);
            out.write(new byte[2]);
        }
    }

    static void read() throws IOException {
        try (InputStream in = new FileInputStream("/dev/zero")) {
            in.read();
            in.read(new byte[2]);
            in.skip(1);
        }
    }

    static void random() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(folder.resolve("file").toFile(), "rw")) {
            file.write(1);
            file.write(new byte[2]);
            file.seek(0);
            file.read();
            file.read(new byte[1]);
            file.setLength(1);
            file.getFD().sync();
        }
    }

    static void folders() throws IOException {
        File one = folder.resolve("one").toFile();
        File two = folder.resolve("two").toFile();
        one.mkdir();
        one.renameTo(two);
        two.list();
        two.delete();
        one.createNewFile();
        one.delete();
    }

    static void paths() throws IOException {
        Path one = folder.resolve("one");
        Path two = folder.resolve("two");
        Files.createDirectory(one);
        Files.move(one, two);
        try (Stream<Path> none = Files.list(two)) {
            none.count();
        }
        Files.delete(two);
        Files.createFile(one);
        Files.createLink(two, one);
        Files.delete(two);
        Files.createSymbolicLink(two, one);
        Files.delete(two);
        Files.delete(one);
    }

    static void secure() throws IOException {
        Files.createFile(folder.resolve("one"));
        try (SecureDirectoryStream<Path> files = (SecureDirectoryStream<Path>) Files.newDirectoryStream(folder)) {
            files.newByteChannel(Path.of("one"), Set.of(StandardOpenOption.READ)).close();
            files.move(Path.of("one"), files, Path.of("two"));
            files.deleteFile(Path.of("two"));
        }
    }

    static void channel() throws IOException {
        Path path = folder.resolve("file");
        ByteBuffer[] bytes = {ByteBuffer.allocateDirect(1), ByteBuffer.allocateDirect(1)};
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file.write(bytes[0], 3);
            file.read(bytes[1]);
            bytes[0].clear();
            bytes[1].clear();
            file.read(bytes);
            bytes[0].clear();
            file.read(bytes[0], 0);
            file.force(true);
            file.lock();
            file.truncate(2);
            try (FileChannel copy = FileChannel.open(Path.of("/dev/null"), StandardOpenOption.WRITE)) {
                file.transferTo(0, 2, copy);
            }
        }
    }

    static void watch() throws Exception {
        folder.getFileSystem().newWatchService().close();
    }

    static void process() throws Exception {
        Process cat = Runtime.getRuntime().exec("cat");
        cat.getOutputStream().write('x');
        cat.getOutputStream().flush();
        cat.getInputStream().read();
        cat.getOutputStream().close();
        cat.getInputStream().close();
        cat.getErrorStream().close();
        cat.waitFor();
    }

    static void lookup() throws IOException {
        InetAddress.getByName("localhost");
    }

    public static void main(String[] args) throws Exception {
        Map<String, Round> rounds = Map.ofEntries(
            Map.entry("write", BlockingCalls::write), Map.entry("read", BlockingCalls::read), Map.entry("random", BlockingCalls::random),
            Map.entry("folders", BlockingCalls::folders), Map.entry("paths", BlockingCalls::paths), Map.entry("secure", BlockingCalls::secure),
            Map.entry("channel", BlockingCalls::channel), Map.entry("watch", BlockingCalls::watch), Map.entry("process", BlockingCalls::process),
            Map.entry("lookup", BlockingCalls::lookup));
        Round round = rounds.get(args[0]);
        folder = Files.createTempDirectory("blocking-calls");
        Files.createFile(folder.resolve("file"));
        Thread thread = new Thread(() -> {
            try {
                for (int i = Integer.parseInt(args[1]); i > 0; i--) {
                    round.run();
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        thread.join();
        Files.delete(folder.resolve("file"));
        Files.delete(folder);
    }
}
