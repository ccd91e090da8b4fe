import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

// What a deterministic run refuses, and what it shows of files, one in a scene.
public class Scenes {
    static final InetSocketAddress NOBODY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    // The native library of the test (scenes.c).
    static native int twice(int number);
    static native int registered(int number);
    static native int neverCalled();
    static native void attachFromOutside();

    static void print(Object value) { System.out.println(value); }

    public static void main(String[] args) throws Exception {
        try {
            scene(args[0], Path.of(args.length > 1 ? args[1] : "."));
        } catch (IOException failed) {
            print(failed.getClass().getName());
        }
    }

    static void scene(String scene, Path folder) throws Exception {
        switch (scene) {
            case "socket" -> new Socket().connect(NOBODY);
            case "server" -> new ServerSocket(0);
            case "lookup" -> InetAddress.getByName("nobody.invalid");
            case "channel" -> SocketChannel.open(NOBODY);
            case "datagram" -> new DatagramSocket(0, InetAddress.getLoopbackAddress());
            case "selector" -> Selector.open();
            case "pipe" -> Pipe.open();
            case "interfaces" -> NetworkInterface.getNetworkInterfaces();
            case "process" -> new ProcessBuilder("/bin/true").start();
            case "processes" -> ProcessHandle.allProcesses().count();
            case "other process" -> print(ProcessHandle.of(2).isPresent());
            case "watch" -> FileSystems.getDefault().newWatchService();
            case "in a lambda" -> Stream.of(NOBODY).forEach(address -> {
                try {
                    new Socket().connect(address);
                } catch (IOException failed) {
                    print(failed.getClass().getName());
                }
            });
            case "twice" -> {
                for (int i = 0; i < 3; i++) try {
                    new Socket().connect(NOBODY);
                } catch (IOException failed) {
                    print(failed.getClass().getName());
                }
                new ServerSocket(0).close();
            }
            case "line" -> print(new BufferedReader(new InputStreamReader(System.in)).readLine());
            case "byte" -> print(System.in.read());
            case "all" -> print(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
            case "ready" -> {
                FileInputStream in = new FileInputStream(FileDescriptor.in);
                print(in.available() > 0);
                print(in.read(new byte[5]));
                print(in.getChannel().read(ByteBuffer.allocate(100)));
                print(in.available());
                print(in.read(new byte[5]) + " " + in.read());
            }
            case "file of another process" -> print(new FileInputStream(folder.toFile()).read());
            case "load" -> {
                System.loadLibrary("scenes");
                print("loaded");
            }
            case "jni" -> {
                System.loadLibrary("scenes");
                print(twice(21));
            }
            case "registered" -> {
                System.loadLibrary("scenes");
                print(registered(3));
            }
            case "attach" -> {
                System.loadLibrary("scenes");
                attachFromOutside();
            }
            case "signal" -> {
                CountDownLatch latch = new CountDownLatch(1);
                sun.misc.Signal.handle(new sun.misc.Signal("USR2"), signal -> latch.countDown());
                print("ready");
                // A computing thread: one that only waited would be a deadlock.
                while (latch.getCount() != 0) Thread.yield();
                print("handled");
            }
            case "files" -> files(folder);
            case "temporary" -> temporary(folder.toString());
            case "own process" -> {
                ProcessHandle own = ProcessHandle.current();
                print(own.pid() + " " + own.isAlive() + " " + own.parent().isPresent() + " " + own.info().startInstant().get());
                print(own.info().totalCpuDuration().get().toNanos() < 1_000_000_000L);
            }
            default -> throw new AssertionError(scene);
        }
    }

    // Makes temporary files in each way, waits for a line, and removes them unless it "leaves" them.
    static void temporary(String ends) throws IOException {
        File folder = new File(System.getProperty("java.io.tmpdir"));
        File old = File.createTempFile("old", null);
        Path made = Files.createTempFile("made", ".x");
        Path inside = Files.createTempDirectory("in");
        print(folder + "\n" + old + "\n" + made + "\n" + inside + "\n" + Arrays.toString(folder.list()));
        print(System.in.read());
        if (!ends.equals("leaves")) for (File file : folder.listFiles()) {
            print(file.delete());
        }
    }

    // The folder has files made in an order that is not that of their names, and Old, of 2001.
    static void files(Path folder) throws IOException {
        print(Arrays.toString(folder.toFile().list()));
        try (Stream<Path> names = Files.list(folder)) {
            print(names.map(name -> name.getFileName().toString()).toList());
        }
        try (DirectoryStream<Path> names = Files.newDirectoryStream(folder, "f*")) {
            for (Path name : names) System.out.print(name.getFileName() + " ");
            print("");
        }
        Path old = folder.resolve("Old");
        print(old.toFile().lastModified() + " " + Files.getLastModifiedTime(old));
        Path made = Files.createFile(folder.resolve("made"));
        BasicFileAttributes facts = Files.readAttributes(made, BasicFileAttributes.class);
        print(made.toFile().lastModified() + " " + facts.lastModifiedTime() + " " + facts.lastAccessTime() + " " + facts.creationTime());
        print(Files.getAttribute(made, "unix:ctime") + " " + Files.getAttribute(old, "unix:ino") + " " + Files.getAttribute(made, "unix:ino"));
        print(Files.isSameFile(made, folder.resolve("./made")) + " " + Files.isSameFile(made, old));
        Files.setLastModifiedTime(made, FileTime.fromMillis(4_000_000_000_000L));
        print(Files.getLastModifiedTime(made));
        print(folder.toFile().getTotalSpace() + " " + folder.toFile().getUsableSpace() + " " + Files.getFileStore(folder).getUsableSpace());
        Files.delete(made);
    }
}
