import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

// A server and a client in one process, over a loopback socket: the JDK's own libnet runs on our JNI.
public class Echo {
    static void serve(ServerSocket server) {
        try (Socket peer = server.accept();
             BufferedReader in = new BufferedReader(new InputStreamReader(peer.getInputStream()));
             PrintWriter out = new PrintWriter(peer.getOutputStream(), true)) {
            for (String line; (line = in.readLine()) != null;) {
                out.println("echo: " + line);
            }
        } catch (IOException e) {
            System.out.println("server: " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> serve(server), "server");
            thread.start();
            try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
                 BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
                 PrintWriter out = new PrintWriter(socket.getOutputStream(), true)) {
                for (String word : new String[] {"one", "two", "three"}) {
                    out.println(word);
                    System.out.println(in.readLine());
                }
            }
            thread.join();
        }
    }
}
