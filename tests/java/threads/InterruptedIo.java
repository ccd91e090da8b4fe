import java.io.InterruptedIOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

// What an interrupt does to a thread in input and output: a channel closes, a selector wakes, a pipe throws, a monitor and a stream of the
// operating system take no notice until they are done.
public class InterruptedIo {
    interface Body { void run() throws Exception; }

    static void attempt(String what, Body body) {
        try {
            body.run();
            System.out.println(what + ": returned, interrupted " + Thread.currentThread().isInterrupted());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getName() + ", interrupted " + Thread.currentThread().isInterrupted());
        }
    }

    static void during(String what, Body body) throws Exception {
        Thread thread = new Thread(() -> attempt(what, body));
        thread.start();
        Thread.sleep(40);  // most often it blocks by now; if not, the outcome is the same
        thread.interrupt();
        thread.join();
    }

    public static void main(String[] args) throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(here, 0));
        SocketChannel client = SocketChannel.open(server.getLocalAddress());
        SocketChannel accepted = server.accept();
        during("channel read", () -> client.read(ByteBuffer.allocate(8)));
        System.out.println(client.isOpen());
        during("accept", server::accept);
        System.out.println(server.isOpen());
        DatagramChannel datagrams = DatagramChannel.open().bind(new InetSocketAddress(here, 0));
        during("receive", () -> datagrams.receive(ByteBuffer.allocate(8)));
        Pipe pipe = Pipe.open();
        during("pipe source", () -> pipe.source().read(ByteBuffer.allocate(8)));
        Pipe full = Pipe.open();
        during("pipe sink", () -> { for (;;) full.sink().write(ByteBuffer.allocate(1 << 16)); });
        Selector selector = Selector.open();
        during("select", selector::select);
        System.out.println(selector.isOpen());
        during("select a while", () -> selector.select(600_000));
        PipedInputStream piped = new PipedInputStream(new PipedOutputStream());
        during("piped stream", piped::read);

        ServerSocket plain = new ServerSocket(0, 5, here);
        Thread stream = new Thread(() -> attempt("server socket", () -> plain.accept().close()));
        stream.start();
        Thread.sleep(40);
        stream.interrupt();
        stream.join(40);
        System.out.println("still there " + stream.isAlive());
        new java.net.Socket(here, plain.getLocalPort()).close();
        stream.join();

        Object lock = new Object();
        Thread entering = new Thread(() -> attempt("monitor", () -> { synchronized (lock) { lock.notify(); } }));
        synchronized (lock) {
            entering.start();
            while (entering.getState() != Thread.State.BLOCKED) Thread.yield();
            entering.interrupt();
            entering.join(40);
            System.out.println("still " + entering.getState());
        }
        entering.join();

        Thread.currentThread().interrupt();
        attempt("already interrupted", () -> accepted.read(ByteBuffer.allocate(8)));
        System.out.println(Thread.interrupted() + " " + accepted.isOpen());
        Path file = Files.createTempFile("interrupted", null);
        try (FileChannel channel = FileChannel.open(file, java.nio.file.StandardOpenOption.WRITE)) {
            Thread.currentThread().interrupt();
            attempt("file channel", () -> channel.write(ByteBuffer.allocate(8)));
            System.out.println(Thread.interrupted() + " " + channel.isOpen());
        }
        Files.delete(file);
    }
}
