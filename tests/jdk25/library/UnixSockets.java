// Channels: sockets of the Unix domain, datagrams, selectors, gathering writes, files locked and mapped, interrupts that close.
import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;

public class UnixSockets {
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + e); } }
  static ByteBuffer bytes(String s) { return ByteBuffer.wrap(s.getBytes()); }
  static String read(ReadableByteChannel channel, int n) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(n);
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) ;
    return new String(buffer.array(), 0, buffer.position());
  }

  public static void main(String[] args) throws Throwable {
    Path folder = Files.createTempDirectory("s"), path = folder.resolve("socket");
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(path);
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      System.out.println(Files.exists(path) + " " + address.getPath().getFileName() + " " + server.getLocalAddress().equals(address));
      attempt("bound twice", () -> { try (var again = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) { again.bind(address); return "?"; } });
      Thread client = new Thread(() -> {
        try (SocketChannel channel = SocketChannel.open(address)) {
          channel.write(new ByteBuffer[] {bytes("gathered "), bytes("from "), bytes("three")});
          System.out.println("client " + read(channel, 5));
          channel.shutdownOutput();
        } catch (IOException e) { System.out.println(e); }
      });
      client.start();
      try (SocketChannel accepted = server.accept()) {
        System.out.println(read(accepted, 19) + " " + accepted.getRemoteAddress());
        accepted.write(bytes("reply"));
        System.out.println(accepted.read(ByteBuffer.allocate(1)));
      }
      client.join();
    }
    attempt("nobody listens", () -> SocketChannel.open(address));
    Files.delete(path);
    attempt("no file", () -> SocketChannel.open(address));
    attempt("long name", () -> ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of("/tmp/" + "x".repeat(200))));
    attempt("wrong kind", () -> SocketChannel.open(StandardProtocolFamily.UNIX).connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)));

    // One selector for a server, twenty clients and a pipe.
    try (Selector selector = Selector.open(); ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).configureBlocking(false);
      server.register(selector, SelectionKey.OP_ACCEPT);
      Pipe pipe = Pipe.open();
      pipe.source().configureBlocking(false);
      pipe.source().register(selector, SelectionKey.OP_READ);
      List<SocketChannel> clients = new ArrayList<>();
      for (int i = 0; i < 20; i++) { SocketChannel c = SocketChannel.open(server.getLocalAddress()); c.write(bytes("message " + (char) ('a' + i))); clients.add(c); }
      Set<String> got = new TreeSet<>();
      pipe.sink().write(bytes("in the pipe"));
      while (got.size() < 21) {
        selector.select(key -> {
          try {
            if (key.isAcceptable()) { SocketChannel c = server.accept(); c.configureBlocking(false); c.register(selector, SelectionKey.OP_READ); return; }
            ByteBuffer buffer = ByteBuffer.allocateDirect(64);
            ((ReadableByteChannel) key.channel()).read(buffer);
            got.add(StandardCharsets.UTF_8.decode(buffer.flip()).toString());
          } catch (IOException e) { throw new UncheckedIOException(e); }
        }, 5000);
      }
      System.out.println(got);
      System.out.println(selector.keys().size() + " " + selector.selectNow() + " " + selector.wakeup().select());
      attempt("blocking", () -> { clients.get(0).configureBlocking(true).register(selector, SelectionKey.OP_READ); return "?"; });
      for (SocketChannel c : clients) c.close();
      attempt("closed", () -> clients.get(0).write(bytes("x")));
    }
    try (DatagramChannel one = DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); DatagramSocket two = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      one.send(bytes("datagram"), two.getLocalSocketAddress());
      DatagramPacket packet = new DatagramPacket(new byte[100], 100);
      two.receive(packet);
      System.out.println(new String(packet.getData(), 0, packet.getLength()) + " " + packet.getSocketAddress().equals(one.getLocalAddress()));
      two.setSoTimeout(20);
      attempt("no datagram", () -> { two.receive(packet); return "?"; });
    }
    // A thread that is interrupted in a read closes the channel; one whose channel another thread closes is told so.
    Pipe pipe = Pipe.open();
    Thread reader = new Thread(() -> attempt("interrupted", () -> pipe.source().read(ByteBuffer.allocate(1))));
    reader.start();
    while (reader.getState() == Thread.State.NEW) Thread.onSpinWait();
    Thread.sleep(30);
    reader.interrupt();
    reader.join();
    System.out.println(pipe.source().isOpen());
    ServerSocketChannel waiting = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread acceptor = new Thread(() -> attempt("closed by another", waiting::accept));
    acceptor.start();
    Thread.sleep(30);
    waiting.close();
    acceptor.join();
    ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread plain = new Thread(() -> attempt("socket closed", socket::accept));
    plain.start();
    Thread.sleep(30);
    socket.close();
    plain.join();

    Path file = folder.resolve("file");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      channel.write(bytes("0123456789"));
      channel.position(3).write(bytes("abc"), 7);
      MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_WRITE, 0, 20);
      map.put(0, (byte) 'M');
      map.force();
      FileLock lock = channel.lock(0, 5, false);
      attempt("overlapping lock", () -> channel.tryLock(2, 2, false));
      System.out.println(lock.isValid() + " " + lock.isShared() + " " + channel.size() + " " + channel.position() + " " + Files.readString(file).strip().length());
      lock.release();
      System.out.println(channel.transferTo(0, 5, Channels.newChannel(OutputStream.nullOutputStream())) + " " + channel.truncate(4).size());
      attempt("negative", () -> channel.position(-1));
      attempt("mode", () -> { try (FileChannel r = FileChannel.open(file)) { return r.write(bytes("x")); } });
    }
    Files.delete(file);
    Files.delete(folder);
  }
}
