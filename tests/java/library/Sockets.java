import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;

// Loopback sockets only: an echo server, half close, time-outs, a refused connection, a selector.
public class Sockets {
    public static void main(String[] args) throws Exception {
        InetAddress local = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 5, local)) {
            Thread t = new Thread(() -> {
                try (Socket s = server.accept(); BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream())); PrintWriter out = new PrintWriter(s.getOutputStream(), true)) {
                    for (String line; (line = in.readLine()) != null;) out.println("echo " + line);
                    out.println("bye");
                } catch (IOException e) {
                    System.out.println(e);
                }
            });
            t.start();
            try (Socket s = new Socket(local, server.getLocalPort())) {
                PrintWriter out = new PrintWriter(s.getOutputStream(), true);
                BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
                for (int i = 0; i < 3; i++) {
                    out.println("line " + i);
                    System.out.println(in.readLine());
                }
                s.shutdownOutput();
                System.out.println(in.readLine() + " " + in.readLine());
            }
            t.join();
            server.setSoTimeout(10);
            try {
                server.accept();
            } catch (SocketTimeoutException e) {
                System.out.println(e.getMessage());
            }
        }
        try (ServerSocketChannel ch = ServerSocketChannel.open(); Selector sel = Selector.open()) {
            ch.bind(new InetSocketAddress(local, 0)).configureBlocking(false);
            ch.register(sel, SelectionKey.OP_ACCEPT);
            System.out.println(sel.selectNow());
            SocketChannel c = SocketChannel.open(ch.getLocalAddress());
            System.out.println(sel.select() + " " + sel.selectedKeys().iterator().next().isAcceptable());
            SocketChannel peer = ch.accept();
            c.write(ByteBuffer.wrap("hi".getBytes()));
            ByteBuffer b = ByteBuffer.allocate(8);
            System.out.println(peer.read(b) + new String(b.array(), 0, 2));
            c.close();
            System.out.println(peer.read(b));
            peer.close();
        }
        int free;
        try (ServerSocket s = new ServerSocket(0, 1, local)) {
            free = s.getLocalPort();
        }
        try {
            new Socket(local, free);
        } catch (ConnectException e) {
            System.out.println(e.getMessage());
        }
        try (DatagramSocket a = new DatagramSocket(0, local); DatagramSocket b = new DatagramSocket(0, local)) {
            a.send(new DatagramPacket(new byte[] {1, 2, 3}, 3, local, b.getLocalPort()));
            DatagramPacket p = new DatagramPacket(new byte[10], 10);
            b.receive(p);
            System.out.println(p.getLength() + " " + p.getData()[2]);
        }
        System.out.println(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}).isLoopbackAddress() + " " + new URI("http://h:80/p?q#f").getFragment() + " " + URLEncoder.encode("a b&\u00e9", "UTF-8") + " " + URLDecoder.decode("a%20b", "UTF-8") + " " + new URL("jar:file:/x.jar!/y").getProtocol());
    }
}
