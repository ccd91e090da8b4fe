import java.io.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.*;

// TCP over loopback, IPv4 and IPv6: options, time-outs, half close, resets, several clients, and close or interrupt while another thread blocks.
public class Tcp {
    static void options(InetAddress address) throws Exception {
        try (ServerSocket server = new ServerSocket()) {
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(address, 0));
            try (Socket client = new Socket()) {
                client.setTcpNoDelay(true);
                client.setKeepAlive(true);
                client.setSoLinger(true, 3);
                client.setSoTimeout(1234);
                client.setTrafficClass(0x10);
                client.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                client.connect(server.getLocalSocketAddress(), 5000);
                try (Socket peer = server.accept()) {
                    System.out.println(client.getTcpNoDelay() + " " + client.getKeepAlive() + " " + client.getSoLinger() + " " + client.getSoTimeout() + " " + client.getOption(StandardSocketOptions.SO_REUSEADDR) + " " + peer.getSoLinger());
                    System.out.println(client.isConnected() + " " + client.isBound() + " " + (client.getLocalPort() == peer.getPort()) + " " + client.getInetAddress().isLoopbackAddress() + " " + (client.getReceiveBufferSize() > 0) + " " + new TreeSet<>(client.supportedOptions().stream().map(SocketOption::name).toList()).containsAll(Set.of("SO_KEEPALIVE", "SO_SNDBUF", "TCP_NODELAY")));
                    peer.getOutputStream().write(new byte[] {1, 2, 3});
                    System.out.println(client.getInputStream().readNBytes(3)[2]);
                    client.setSoTimeout(20);
                    try {
                        client.getInputStream().read();
                    } catch (SocketTimeoutException e) {
                        System.out.println(e.getMessage());
                    }
                    client.shutdownOutput();
                    System.out.println(peer.getInputStream().read() + " " + client.isOutputShutdown());
                    peer.getOutputStream().write(9);
                    System.out.println(client.getInputStream().read());
                    try {
                        client.getOutputStream().write(1);
                    } catch (SocketException e) {
                        System.out.println(e.getMessage());
                    }
                }
            }
        }
    }

    interface Blocking {
        void run() throws Exception;
    }

    // Runs the operation in a thread, lets it block, then does something to it.
    static void disturb(String name, Blocking operation, Blocking disturbance) throws Exception {
        FutureTask<String> task = new FutureTask<>(() -> {
            try {
                operation.run();
                return "returned";
            } catch (Exception e) {
                return e.getClass().getName() + ": " + e.getMessage();
            }
        });
        Thread thread = new Thread(task);
        thread.start();
        while (thread.getStackTrace().length == 0 || !thread.getStackTrace()[0].isNativeMethod()) {
            Thread.sleep(1);
        }
        Thread.sleep(60);
        disturbance.run();
        System.out.println(name + ": " + task.get(20, TimeUnit.SECONDS));
    }

    static void asyncClose() throws Exception {
        InetAddress local = InetAddress.getLoopbackAddress();
        ServerSocket server = new ServerSocket(0, 5, local);
        Socket client = new Socket(local, server.getLocalPort());
        Socket peer = server.accept();
        Socket writer = new Socket(local, server.getLocalPort());
        Socket silent = server.accept();
        disturb("close in accept", server::accept, server::close);
        disturb("close in read", () -> client.getInputStream().read(), client::close);
        disturb("close in write", () -> {
            for (;;) {
                writer.getOutputStream().write(new byte[100_000]);
            }
        }, writer::close);
        silent.close();
        peer.close();
        DatagramSocket datagram = new DatagramSocket(0, local);
        disturb("close in receive", () -> datagram.receive(new DatagramPacket(new byte[1], 1)), datagram::close);
        try {
            client.getInputStream();
        } catch (SocketException e) {
            System.out.println(e.getMessage());
        }
        try {
            server.accept();
        } catch (SocketException e) {
            System.out.println(e.getMessage());
        }
        try {
            new ServerSocket(70000);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try (ServerSocket one = new ServerSocket(0, 1, local); ServerSocket two = new ServerSocket(one.getLocalPort(), 1, local)) {
            System.out.println("impossible");
        } catch (BindException e) {
            System.out.println(e.getMessage());
        }
    }

    static void many() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            ExecutorService pool = Executors.newCachedThreadPool();
            pool.submit(() -> {
                for (int i = 0; i < 20; i++) {
                    Socket socket = server.accept();
                    pool.submit(() -> {
                        try (socket) {
                            return socket.getInputStream().transferTo(socket.getOutputStream());
                        }
                    });
                }
                return null;
            });
            List<Future<Integer>> echoes = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                int n = 1000 * (i + 1);
                echoes.add(pool.submit(() -> {
                    try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                        socket.getOutputStream().write(new byte[n]);
                        socket.shutdownOutput();
                        return socket.getInputStream().readAllBytes().length;
                    }
                }));
            }
            int sum = 0;
            for (Future<Integer> echo : echoes) {
                sum += echo.get(20, TimeUnit.SECONDS);
            }
            System.out.println(sum);
            pool.shutdown();
        }
    }

    public static void main(String[] args) throws Exception {
        options(InetAddress.getByName("127.0.0.1"));
        options(InetAddress.getByName("::1"));
        asyncClose();
        many();
        try {
            InetAddress.getByName("no.such.host.invalid");
        } catch (UnknownHostException e) {
            System.out.println(e.getMessage().startsWith("no.such.host.invalid"));
        }
        System.out.println(InetAddress.getByName("::ffff:1.2.3.4") + " " + InetAddress.getByName("fe80::1").isLinkLocalAddress() + " " + InetAddress.getByName("localhost").isLoopbackAddress());
        NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getByName("127.0.0.1"));
        System.out.println(loopback.isLoopback() + " " + loopback.isUp() + " " + loopback.getName() + " " + loopback.supportsMulticast());
    }
}
