import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.util.*;

// Datagrams over loopback: connected and not, truncation, broadcast switch, channels, port unreachable, time-outs.
public class Udp {
    public static void main(String[] args) throws Exception {
        InetAddress local = InetAddress.getLoopbackAddress();
        try (DatagramSocket a = new DatagramSocket(0, local); DatagramSocket b = new DatagramSocket(0, local)) {
            a.send(new DatagramPacket("0123456789".getBytes(), 10, b.getLocalSocketAddress()));
            DatagramPacket small = new DatagramPacket(new byte[4], 4);
            b.receive(small);
            System.out.println(small.getLength() + new String(small.getData()) + " " + small.getSocketAddress().equals(a.getLocalSocketAddress()));
            b.connect(a.getLocalSocketAddress());
            b.send(new DatagramPacket(new byte[] {7}, 1));
            DatagramPacket reply = new DatagramPacket(new byte[10], 2, 5);
            a.receive(reply);
            System.out.println(reply.getOffset() + " " + reply.getLength() + " " + reply.getData()[2] + " " + b.isConnected() + " " + b.getRemoteSocketAddress().equals(a.getLocalSocketAddress()));
            try {
                b.send(new DatagramPacket(new byte[1], 1, local, 9));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
            a.setSoTimeout(10);
            try {
                a.receive(reply);
            } catch (SocketTimeoutException e) {
                System.out.println(e.getMessage());
            }
            a.setBroadcast(false);
            System.out.println(a.getBroadcast() + " " + a.getReuseAddress() + " " + (a.getSendBufferSize() > 0));
            try {
                a.send(new DatagramPacket(new byte[70_000], 70_000, b.getLocalSocketAddress()));
            } catch (java.io.IOException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
        int free;
        try (DatagramSocket gone = new DatagramSocket(0, local)) {
            free = gone.getLocalPort();
        }
        try (DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET)) {
            channel.connect(new InetSocketAddress("127.0.0.1", free));
            channel.write(ByteBuffer.wrap(new byte[1]));
            try {
                channel.read(ByteBuffer.allocate(1));
            } catch (PortUnreachableException e) {
                System.out.println("unreachable");
            }
        }
        try (DatagramChannel server = DatagramChannel.open().bind(new InetSocketAddress(local, 0)); DatagramChannel client = DatagramChannel.open()) {
            client.send(ByteBuffer.wrap("hello".getBytes()), server.getLocalAddress());
            ByteBuffer in = ByteBuffer.allocateDirect(3);
            System.out.println((server.receive(in) != null) + " " + in.position() + (char) in.get(0));
            server.configureBlocking(false);
            System.out.println(server.receive(in) + " " + server.getOption(StandardSocketOptions.SO_BROADCAST));
            client.connect(server.getLocalAddress());
            System.out.println(client.write(new ByteBuffer[] {ByteBuffer.wrap("ab".getBytes()), ByteBuffer.wrap("cd".getBytes())}));
            try (Selector selector = Selector.open()) {
                server.register(selector, SelectionKey.OP_READ);
                System.out.println(selector.select(5000));
            }
            ByteBuffer all = ByteBuffer.allocate(10);
            server.receive(all);
            System.out.println(new String(all.array(), 0, all.position()));
            client.disconnect();
            System.out.println(client.isConnected() + " " + client.getRemoteAddress());
        }
        try (MulticastSocket multicast = new MulticastSocket(0)) {
            multicast.setTimeToLive(3);
            System.out.println(multicast.getTimeToLive() + " " + multicast.getOption(StandardSocketOptions.IP_MULTICAST_LOOP));
        }
    }
}
