// A web server, as the Java Web Server of the meta-lock paper: a thread accepts connections, a pool of workers answers their requests from a cache of
// pages and writes a log, and clients in the same process check each page. Everything goes over loop-back.
//   java WebServer [ROUNDS]
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;

public class WebServer {
    static final int WORKERS = 12;
    static final int CLIENTS = 8;
    static final int PAGES = 40;
    static final int REQUESTS = 10;  // of one connection
    static final int CONNECTIONS = 5;  // of a client in a round
    static final int PATIENCE_MS = 60_000;

    static byte[] makePage(int number) {
        byte[] page = new byte[500 + new Random(number).nextInt(4000)];
        for (int i = 0; i < page.length; i++) {
            page[i] = (byte) ('a' + (i * 7 + number) % 26);
        }
        return page;
    }

    static String line(InputStream in) throws IOException {
        StringBuffer text = new StringBuffer();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                text.append((char) c);
            }
        }
        return text.toString();
    }

    static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** What is to be done, or null for each worker when nothing more comes. */
    static final class Connections {
        private final ArrayDeque<Socket> waiting = new ArrayDeque<>();
        private boolean closed;

        synchronized void add(Socket socket) {
            waiting.add(socket);
            notify();
        }
        synchronized void close() {
            closed = true;
            notifyAll();
        }
        synchronized Socket take() throws InterruptedException {
            while (waiting.isEmpty() && !closed) {
                wait();
            }
            return waiting.poll();
        }
    }

    static final class Server {
        final ServerSocket listener;
        private final Connections connections = new Connections();
        private final Hashtable<String, byte[]> cache = new Hashtable<>();
        private final StringBuffer log = new StringBuffer();
        private final List<Thread> threads = new ArrayList<>();
        private int served;

        Server() throws IOException {
            listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
            for (int i = 0; i < WORKERS; i++) {
                threads.add(started(this::work));
            }
        }

        void accept(int count) throws IOException {
            for (int i = 0; i < count; i++) {
                Socket socket = listener.accept();
                socket.setSoTimeout(PATIENCE_MS);
                connections.add(socket);
            }
            connections.close();
        }

        private void work() throws IOException, InterruptedException {
            for (Socket next = connections.take(); next != null; next = connections.take()) {
                try (Socket socket = next) {
                    InputStream in = new BufferedInputStream(socket.getInputStream());
                    OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 16_384);
                    while (answer(in, out)) {
                        out.flush();
                    }
                }
            }
        }

        /** One request. Returns false if there is none, since the client has left. */
        private boolean answer(InputStream in, OutputStream out) throws IOException {
            String request = line(in);
            if (request.isEmpty()) {
                return false;
            }
            while (!line(in).isEmpty()) {
                // Headers are of no interest.
            }
            String name = request.split(" ")[1].substring(1);
            byte[] page = cache.computeIfAbsent(name, key -> makePage(Integer.parseInt(key)));
            write(out, "HTTP/1.1 200 OK\r\nContent-Length: " + page.length + "\r\n\r\n");
            out.write(page);
            synchronized (this) {
                served++;
                log.append(request).append(' ').append(page.length).append('\n');
            }
            return true;
        }

        void await() throws InterruptedException {
            for (Thread thread : threads) {
                thread.join();
            }
        }

        /** The lines of the log, in the order of their text. */
        long logged() {
            CRC32 crc = new CRC32();
            log.toString().lines().sorted().forEach(each -> crc.update(each.getBytes(StandardCharsets.ISO_8859_1)));
            return crc.getValue();
        }
    }

    static void read(Socket socket, int page, InputStream in, OutputStream out) throws IOException {
        write(out, "GET /" + page + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        out.flush();
        if (!line(in).equals("HTTP/1.1 200 OK")) {
            throw new AssertionError("no answer");
        }
        int length = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            if (header.startsWith("Content-Length: ")) {
                length = Integer.parseInt(header.substring(16));
            }
        }
        if (!Arrays.equals(in.readNBytes(length), makePage(page))) {
            throw new AssertionError("another page than " + page);
        }
    }

    static void visit(int port, int client, int connections) throws IOException {
        Random random = new Random(client);
        for (int i = 0; i < connections; i++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout(PATIENCE_MS);
                socket.setTcpNoDelay(true);
                InputStream in = new BufferedInputStream(socket.getInputStream());
                OutputStream out = new BufferedOutputStream(socket.getOutputStream());
                for (int request = 0; request < REQUESTS; request++) {
                    read(socket, random.nextInt(PAGES), in, out);
                }
            }
        }
    }

    interface Work {
        void run() throws IOException, InterruptedException;
    }

    /** A thread; if it fails, so does the program. */
    static Thread started(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                e.printStackTrace();
                Runtime.getRuntime().halt(1);
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 50;
        Server server = new Server();
        int connections = CONNECTIONS * rounds;
        Thread acceptor = started(() -> server.accept(connections * CLIENTS));
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int client = i;
            clients.add(started(() -> visit(server.listener.getLocalPort(), client, connections)));
        }
        for (Thread client : clients) {
            client.join();
        }
        acceptor.join();
        server.await();
        System.out.println(server.served + " requests served, log " + Long.toHexString(server.logged()));
    }
}
