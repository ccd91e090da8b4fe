import java.io.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.*;

/**
 * The server half of a chat in the manner of VolanoMark: rooms, and for each connection a thread that reads and a thread that writes, on blocking
 * sockets. A client names its room with its first line; every later line goes to all members of the room. "quit" ends the server.
 *
 *   minijvm -XX:ThreadModel=M:N -cp build/samples/models ChatServer [port]       port 0: any; the one taken is printed
 */
public class ChatServer {
    private static final Map<String, List<Member>> rooms = new ConcurrentHashMap<>();

    private static final class Member {
        final Socket socket;
        final BlockingQueue<String> toSend = new LinkedBlockingQueue<>();

        Member(Socket socket) {
            this.socket = socket;
        }

        void read() {
            List<Member> room = null;
            try (BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()), 256)) {
                String name = in.readLine();
                if ("quit".equals(name)) {
                    System.exit(0);
                }
                if (name == null) {
                    return;
                }
                room = rooms.computeIfAbsent(name, n -> new CopyOnWriteArrayList<>());
                room.add(this);
                toSend.add("welcome");
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    synchronized (room) {  // all members hear the lines in the same order
                        for (Member member : room) {
                            member.toSend.add(line);
                        }
                    }
                }
            } catch (IOException e) {
                // the client is gone: so are we
            } finally {
                if (room != null) {
                    room.remove(this);
                }
                toSend.add("");
            }
        }

        void write() {
            try (OutputStream out = socket.getOutputStream()) {
                for (String line = toSend.take(); !line.isEmpty(); line = toSend.take()) {
                    out.write((line + "\n").getBytes());
                }
            } catch (IOException | InterruptedException e) {
                // as above
            }
        }
    }

    public static void main(String[] args) throws IOException {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 0;
        try (ServerSocket listener = new ServerSocket(port, 4096, InetAddress.getLoopbackAddress())) {
            System.out.println("port " + listener.getLocalPort());
            for (;;) {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                Member member = new Member(socket);
                SampleThreads.start("reader", 64 * 1024, member::read);
                SampleThreads.start("writer", 64 * 1024, member::write);
            }
        }
    }
}
