import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.security.SecureRandom;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

// Asks the world for something, one thing in a scene, and prints what it says.
public class World {
    static void print(Object text) { System.out.println(text); }

    public static void main(String[] args) throws Exception {
        String given = args.length > 1 ? args[1] : "";
        switch (args[0]) {
            case "files" -> files(Path.of(given));
            case "facts" -> facts();
            case "client" -> client(Integer.parseInt(given));
            case "echo" -> echo();
            case "selector" -> selector();
            case "datagrams" -> datagrams();
            case "time-out" -> timeOut();
            case "closed" -> closed();
            case "pipe" -> pipe();
            case "unix" -> unix(Path.of(given));
            case "names" -> names();
            case "http" -> http();
            case "busy" -> busy();
            case "garbage" -> garbage(Path.of(given));
            case "random" -> random();
            case "process" -> new ProcessBuilder("true").start();
            case "map" -> FileChannel.open(Path.of(given)).map(FileChannel.MapMode.READ_ONLY, 0, 1);
            case "native" -> System.load(given);
            default -> throw new AssertionError(args[0]);
        }
    }

    // All ways to a file. The folder holds "in.txt" and may be written to.
    static void files(Path folder) throws IOException {
        Path in = folder.resolve("in.txt");
        print(Files.readString(in) + Files.size(in) + Files.getLastModifiedTime(in));
        try (FileInputStream stream = new FileInputStream(in.toFile())) {
            print(stream.read() + " " + stream.available() + " " + stream.skip(1) + " " + new String(stream.readAllBytes()));
        }
        try (RandomAccessFile file = new RandomAccessFile(in.toFile(), "r")) {
            file.seek(2);
            print(file.readLine() + file.length() + " " + file.getFilePointer());
        }
        try (FileChannel channel = FileChannel.open(in)) {
            ByteBuffer[] parts = {ByteBuffer.allocateDirect(2), ByteBuffer.allocate(3)};
            print(channel.read(parts) + " " + parts[0].get(1) + " " + parts[1].get(2) + " " + channel.read(ByteBuffer.allocate(9), 1) + " " + channel.size());
        }
        Path out = folder.resolve("out.txt");
        Files.write(out, List.of("written", "twice"));
        try (FileOutputStream stream = new FileOutputStream(out.toFile(), true)) {
            stream.write("appended".getBytes());
        }
        print(Files.readAllLines(out));
        Files.move(out, folder.resolve("moved.txt"));
        Files.copy(folder.resolve("moved.txt"), folder.resolve("copy.txt"), StandardCopyOption.REPLACE_EXISTING);
        try (Stream<Path> names = Files.list(folder)) {
            print(names.map(path -> path.getFileName().toString()).toList() + " " + Arrays.toString(folder.toFile().list()));
        }
        BasicFileAttributes facts = Files.readAttributes(in, BasicFileAttributes.class);
        print(facts.size() + " " + facts.isDirectory() + " " + Files.getOwner(in) + " " + Files.getPosixFilePermissions(in));
        for (String name : List.of("moved.txt", "copy.txt")) print(folder.resolve(name).toFile().delete());
        for (Path missing : List.of(folder.resolve("none"), in.resolve("none"))) {
            try {
                Files.newInputStream(missing).read();
            } catch (FileSystemException failed) {
                print(failed.getClass().getName() + " " + failed.getReason());
            }
            try {
                new FileInputStream(missing.toFile());
            } catch (FileNotFoundException failed) {
                print(failed.getMessage().replaceAll(".*/", ""));
            }
        }
    }

    static void facts() throws Exception {
        print(System.getenv("GIVEN") + " " + System.getProperty("user.name") + " " + System.getProperty("user.dir"));
        print(TimeZone.getDefault().getID() + " " + Locale.getDefault() + " " + (System.console() == null));
        print(Files.getFileStore(Path.of("/")).type());
    }

    static String line(Socket socket, String text) throws IOException {
        socket.getOutputStream().write((text + "\n").getBytes());
        return new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine();
    }

    // A server outside answers.
    static void client(int port) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            String name = "client " + i;
            threads.add(new Thread(() -> {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    for (int j = 0; j < 3; j++) print(line(socket, name + " " + j));
                } catch (IOException failed) {
                    print(failed);
                }
            }));
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }

    // Server and clients in one program.
    static void echo() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            Thread serving = new Thread(() -> {
                for (int i = 0; i < 3; i++) {
                    try {
                        Socket socket = server.accept();
                        print("from here: " + socket.getInetAddress().isLoopbackAddress());
                        new Thread(() -> {
                            try (socket) {
                                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
                                for (String line = in.readLine(); line != null; line = in.readLine())
                                    socket.getOutputStream().write(("echo " + line + "\n").getBytes());
                            } catch (IOException failed) {
                                print(failed);
                            }
                        }).start();
                    } catch (IOException failed) {
                        print(failed);
                    }
                }
            });
            serving.start();
            client(server.getLocalPort());
            serving.join();
        }
    }

    // A server with a selector, and clients with channels.
    static void selector() throws Exception {
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
        SocketAddress address = server.getLocalAddress();
        Thread client = new Thread(() -> {
            try (SocketChannel channel = SocketChannel.open(address)) {
                for (int i = 0; i < 5; i++) {
                    channel.write(StandardCharsets.UTF_8.encode("ping " + i));
                    ByteBuffer got = ByteBuffer.allocate(64);
                    channel.read(got);
                    print(StandardCharsets.UTF_8.decode(got.flip()));
                }
                selector.wakeup();
            } catch (IOException failed) {
                print(failed);
            }
        });
        client.start();
        for (boolean goes = true; goes; ) {
            if (selector.select(10_000) == 0) goes = false;
            for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); keys.remove()) {
                SelectionKey key = keys.next();
                if (key.isAcceptable()) server.accept().configureBlocking(false).register(selector, SelectionKey.OP_READ);
                else {
                    ByteBuffer got = ByteBuffer.allocateDirect(64);
                    SocketChannel channel = (SocketChannel) key.channel();
                    if (channel.read(got) < 0) channel.close();
                    else channel.write(new ByteBuffer[] {StandardCharsets.UTF_8.encode("pong for "), got.flip()});
                }
            }
        }
        client.join();
        selector.close();
        server.close();
        print("over");
    }

    static void datagrams() throws Exception {
        try (DatagramSocket one = new DatagramSocket(0, InetAddress.getLoopbackAddress());
             DatagramSocket two = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            byte[] text = "hello".getBytes();
            one.send(new DatagramPacket(text, text.length, two.getLocalSocketAddress()));
            DatagramPacket got = new DatagramPacket(new byte[100], 100);
            two.receive(got);
            print(new String(got.getData(), 0, got.getLength()) + " " + (got.getPort() == one.getLocalPort()));
            two.setSoTimeout(50);
            try {
                two.receive(got);
            } catch (SocketTimeoutException late) {
                print("nothing came");
            }
        }
    }

    // A time-out of a socket, while another thread sleeps and a third one computes.
    static void timeOut() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(100);
            Thread sleeper = new Thread(() -> {
                try {
                    Thread.sleep(30);
                    print("slept");
                } catch (InterruptedException failed) {
                    print(failed);
                }
            });
            sleeper.start();
            try {
                server.accept();
            } catch (SocketTimeoutException late) {
                print("nobody came");
            }
            sleeper.join();
        }
    }

    // A thread that waits for a socket which another one closes.
    static void closed() throws Exception {
        ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
        Thread waiter = new Thread(() -> {
            try {
                server.accept();
            } catch (IOException failed) {
                print(failed.getMessage());
            }
        });
        waiter.start();
        Thread.sleep(50);
        server.close();
        waiter.join();
        try {
            new Socket(InetAddress.getLoopbackAddress(), 1);
        } catch (ConnectException failed) {
            print(failed.getMessage());
        }
    }

    static void pipe() throws Exception {
        Pipe pipe = Pipe.open();
        Thread writer = new Thread(() -> {
            try {
                Thread.sleep(20);
                pipe.sink().write(ByteBuffer.wrap("through a pipe".getBytes()));
                pipe.sink().close();
            } catch (Exception failed) {
                print(failed);
            }
        });
        writer.start();
        ByteBuffer got = ByteBuffer.allocate(100);
        Selector selector = Selector.open();
        pipe.source().configureBlocking(false).register(selector, SelectionKey.OP_READ);
        for (int count = 0; count >= 0; count = pipe.source().read(got)) selector.select();
        print(new String(got.array(), 0, got.position()));
        writer.join();
    }

    static void unix(Path file) throws Exception {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(file);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address)) {
            Thread client = new Thread(() -> {
                try (SocketChannel channel = SocketChannel.open(address)) {
                    channel.write(ByteBuffer.wrap("in the file system".getBytes()));
                } catch (IOException failed) {
                    print(failed);
                }
            });
            client.start();
            try (SocketChannel channel = server.accept()) {
                ByteBuffer got = ByteBuffer.allocate(100);
                while (channel.read(got) >= 0) {
                }
                print(new String(got.array(), 0, got.position()) + " " + channel.getLocalAddress().equals(address));
            }
            client.join();
        }
        Files.delete(file);
    }

    static void names() throws Exception {
        print(InetAddress.getByName("localhost").isLoopbackAddress() + " " + InetAddress.getAllByName("127.0.0.1").length);
        try {
            print(InetAddress.getByName("nobody.invalid"));
        } catch (UnknownHostException failed) {
            print(failed.getMessage());
        }
        for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces()))
            print(each.getName() + " " + each.isLoopback() + " " + each.getMTU() + " " + Collections.list(each.getInetAddresses()));
        print(InetAddress.getLocalHost().getHostName().isEmpty());
    }

    static void http() throws Exception {
        var server = com.sun.net.httpserver.HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] text = ("you asked for " + exchange.getRequestURI()).getBytes();
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        server.start();
        var client = java.net.http.HttpClient.newHttpClient();
        String base = "http://127.0.0.1:" + server.getAddress().getPort();
        for (int i = 0; i < 3; i++) {
            var request = java.net.http.HttpRequest.newBuilder(URI.create(base + "/" + i)).build();
            print(client.send(request, java.net.http.HttpResponse.BodyHandlers.ofString()).body());
        }
        server.stop(0);
        System.exit(0);
    }

    static volatile int progress;

    // Threads that compute without an end while another one waits for a line.
    static void busy() throws Exception {
        for (int i = 0; i < 2; i++) {
            Thread worker = new Thread(() -> {
                while (true) progress++;
            });
            worker.setDaemon(true);
            worker.start();
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        print(in.readLine());
        print(in.readLine() + " " + (progress > 1000));
    }

    // Objects that the natives make, and collections among them.
    static void garbage(Path folder) throws Exception {
        long sum = 0;
        for (int i = 0; i < 300; i++) {
            byte[] all = new byte[400_000];
            sum += all.length + folder.toFile().list().length + Files.readString(folder.resolve("in.txt")).length();
            try {
                new FileInputStream("/nowhere");
            } catch (FileNotFoundException failed) {
                sum += failed.getMessage().length();
            }
        }
        print(sum);
    }

    static void random() throws Exception {
        byte[] bytes = new byte[8];
        new SecureRandom().nextBytes(bytes);
        Path made = Files.createTempFile("a", "b");
        print(Arrays.toString(bytes) + " " + UUID.randomUUID() + " " + made);
        Files.delete(made);
    }
}
