import java.io.IOException;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

// Socket channels: a selector that serves many, wakeup, non-blocking connect, interrupts and closes while blocked, Unix domain sockets,
// asynchronous channels with futures and handlers.
public class Channels1 {
    static void selectorEcho() throws Exception {
        try (Selector selector = Selector.open(); ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
            Thread serving = new Thread(() -> serve(selector));
            serving.start();
            List<SocketChannel> clients = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                clients.add(SocketChannel.open(server.getLocalAddress()));
            }
            int sum = 0;
            for (int i = 0; i < 30; i++) {
                ByteBuffer out = ByteBuffer.allocate(500 + i);
                clients.get(i).write(out);
                ByteBuffer in = ByteBuffer.allocate(500 + i);
                while (in.hasRemaining() && clients.get(i).read(in) >= 0) {
                }
                sum += in.position();
                clients.get(i).close();
            }
            System.out.println(sum);
            serving.interrupt();
            serving.join();
            System.out.println(selector.isOpen());
        }
    }

    static void serve(Selector selector) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                selector.select();
                for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); keys.remove()) {
                    SelectionKey key = keys.next();
                    if (key.isAcceptable()) {
                        ((ServerSocketChannel) key.channel()).accept().configureBlocking(false).register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(1000));
                        continue;
                    }
                    ByteBuffer buffer = (ByteBuffer) key.attachment();
                    SocketChannel channel = (SocketChannel) key.channel();
                    if (channel.read(buffer.clear()) < 0) {
                        channel.close();
                        continue;
                    }
                    channel.write(buffer.flip());
                }
            }
            selector.selectNow();
        } catch (IOException e) {
            System.out.println(e);
        }
    }

    static void wakeups() throws Exception {
        try (Selector selector = Selector.open(); Pipe.SourceChannel source = Pipe.open().source()) {
            Thread waker = new Thread(selector::wakeup);
            waker.start();
            System.out.println(selector.select() + " " + selector.selectNow() + " " + selector.select(5));
            waker.join();
            source.configureBlocking(false);
            SelectionKey key = source.register(selector, SelectionKey.OP_READ, "attached");
            System.out.println(key.attachment() + " " + key.interestOps() + " " + key.isValid() + " " + selector.select(key1 -> {}, 5));
            key.cancel();
            System.out.println(selector.selectNow() + " " + key.isValid() + " " + source.isRegistered());
            try {
                source.register(selector, SelectionKey.OP_WRITE);
            } catch (IllegalArgumentException e) {
                System.out.println("no such operation");
            }
        }
    }

    interface Blocking {
        Object run() throws Exception;
    }

    static void disturb(String name, Blocking operation, boolean interrupt, AutoCloseable resource) throws Exception {
        FutureTask<String> task = new FutureTask<>(() -> {
            try {
                return "returned " + operation.run();
            } catch (Exception e) {
                return e.getClass().getName() + " " + Thread.currentThread().isInterrupted();
            }
        });
        Thread thread = new Thread(task);
        thread.start();
        while (thread.getStackTrace().length == 0 || !thread.getStackTrace()[0].isNativeMethod()) {
            Thread.sleep(1);
        }
        Thread.sleep(50);
        if (interrupt) {
            thread.interrupt();
        } else {
            resource.close();
        }
        System.out.println(name + ": " + task.get(20, TimeUnit.SECONDS));
    }

    static void disturbances() throws Exception {
        for (boolean interrupt : new boolean[] {true, false}) {
            String how = interrupt ? "interrupted " : "closed ";
            ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel client = SocketChannel.open(server.getLocalAddress());
            SocketChannel peer = server.accept();
            disturb(how + "write", () -> {
                try {
                    for (;;) {
                        peer.write(ByteBuffer.allocate(100_000));
                    }
                } catch (ClosedByInterruptException e) {
                    throw e;
                } catch (ClosedChannelException e) {
                    return "closed in or between writes";
                }
            }, interrupt, peer);
            client.close();
            disturb(how + "accept", server::accept, interrupt, server);
            System.out.println(server.isOpen() + " " + peer.isOpen());
            server.close();
            ServerSocketChannel again = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel reader = SocketChannel.open(again.getLocalAddress());
            disturb(how + "read", () -> reader.read(ByteBuffer.allocate(1)), interrupt, reader);
            again.close();
            Pipe pipe = Pipe.open();
            disturb(how + "pipe", () -> pipe.source().read(ByteBuffer.allocate(1)), interrupt, pipe.source());
            DatagramChannel datagram = DatagramChannel.open().bind(null);
            disturb(how + "receive", () -> datagram.receive(ByteBuffer.allocate(1)), interrupt, datagram);
            datagram.close();
        }
    }

    static void connecting() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); SocketChannel client = SocketChannel.open()) {
            client.configureBlocking(false);
            if (!client.connect(server.getLocalAddress())) {
                try (Selector selector = Selector.open()) {
                    client.register(selector, SelectionKey.OP_CONNECT);
                    selector.select(5000);
                }
                System.out.println(client.isConnectionPending() + " " + client.finishConnect());
            } else {
                System.out.println("true true");
            }
            System.out.println(client.isConnected() + " " + client.read(ByteBuffer.allocate(1)));
            try {
                client.connect(server.getLocalAddress());
            } catch (AlreadyConnectedException e) {
                System.out.println(e);
            }
        }
        try {
            SocketChannel.open().read(ByteBuffer.allocate(1));
        } catch (NotYetConnectedException e) {
            System.out.println(e);
        }
    }

    static void unixDomain() throws Exception {
        Path path = Path.of("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path)); SocketChannel client = SocketChannel.open(server.getLocalAddress()); SocketChannel peer = server.accept()) {
            client.write(ByteBuffer.wrap("over a file".getBytes()));
            ByteBuffer in = ByteBuffer.allocate(20);
            peer.read(in);
            System.out.println(new String(in.array(), 0, in.position()) + " " + client.getRemoteAddress() + " [" + client.getLocalAddress() + "]");
        }
        System.out.println(Files.exists(path));
        try {
            SocketChannel.open(UnixDomainSocketAddress.of(path));
        } catch (ConnectException e) {
            System.out.println(e.getMessage());
        }
        Files.delete(path);
    }

    static void asynchronous() throws Exception {
        AsynchronousChannelGroup group = AsynchronousChannelGroup.withFixedThreadPool(2, Executors.defaultThreadFactory());
        try (AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open(group).bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            CompletableFuture<String> echoed = new CompletableFuture<>();
            server.accept("attachment", new CompletionHandler<AsynchronousSocketChannel, String>() {
                public void completed(AsynchronousSocketChannel channel, String attachment) {
                    ByteBuffer buffer = ByteBuffer.allocate(10);
                    channel.read(buffer, attachment, new CompletionHandler<Integer, String>() {
                        public void completed(Integer count, String same) {
                            echoed.complete(count + same + new String(buffer.array(), 0, count));
                            channel.write(buffer.flip());
                        }
                        public void failed(Throwable thrown, String same) {
                            echoed.completeExceptionally(thrown);
                        }
                    });
                }
                public void failed(Throwable thrown, String attachment) {
                    echoed.completeExceptionally(thrown);
                }
            });
            AsynchronousSocketChannel client = AsynchronousSocketChannel.open(group);
            client.connect(server.getLocalAddress()).get(20, TimeUnit.SECONDS);
            client.write(ByteBuffer.wrap("ping".getBytes())).get(20, TimeUnit.SECONDS);
            System.out.println(echoed.get(20, TimeUnit.SECONDS));
            ByteBuffer back = ByteBuffer.allocate(10);
            System.out.println(client.read(back).get(20, TimeUnit.SECONDS));
            Future<Integer> pending = client.read(back);
            client.close();
            try {
                pending.get(20, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                System.out.println(e.getCause());
            }
        }
        group.shutdownNow();
        System.out.println(group.awaitTermination(20, TimeUnit.SECONDS));
    }

    public static void main(String[] args) throws Exception {
        selectorEcho();
        wakeups();
        disturbances();
        connecting();
        unixDomain();
        asynchronous();
    }
}
