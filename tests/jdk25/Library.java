// What else the library of 25 asks of a VM: services, files, processes, time, crypto, compression, sockets, references, class loading.
import java.io.*;
import java.lang.ref.*;
import java.net.*;
import java.nio.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.zip.*;

public class Library {
  public static void main(String[] args) throws Exception {
    Path file = Files.createTempFile("lib", ".txt");
    Files.writeString(file, "line 1\nline 2\n");
    System.out.println(Files.readAllLines(file) + " " + Files.size(file));
    try (var channel = java.nio.channels.FileChannel.open(file)) {
      MappedByteBuffer map = channel.map(java.nio.channels.FileChannel.MapMode.READ_ONLY, 0, 6);
      System.out.println((char) map.get(5) + " " + map.isDirect());
    }
    ByteBuffer direct = ByteBuffer.allocateDirect(64).order(ByteOrder.LITTLE_ENDIAN);
    direct.putLong(0, 0x0102030405060708L);
    System.out.println(direct.get(0) + " " + direct.slice(2, 4).remaining());
    var digest = java.security.MessageDigest.getInstance("SHA-256").digest("abc".getBytes());
    System.out.println(HexFormat.of().formatHex(digest).substring(0, 16));
    var bytes = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(bytes)) { zip.write("compressed ".repeat(100).getBytes()); }
    System.out.println(new String(new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray())).readAllBytes()).length());
    var crc = new CRC32();
    crc.update("check".getBytes());
    System.out.println(crc.getValue());
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.startVirtualThread(() -> {
        try (var socket = new Socket(server.getInetAddress(), server.getLocalPort())) { socket.getOutputStream().write("over a socket".getBytes()); } catch (IOException e) { System.out.println(e); }
      });
      try (var accepted = server.accept()) { System.out.println(new String(accepted.getInputStream().readAllBytes())); }
    }
    var queue = new ReferenceQueue<Object>();
    var weak = new WeakReference<>(new Object(), queue);
    var phantom = new PhantomReference<>(new Object(), queue);
    boolean[] cleaned = {false};
    Cleaner.create().register(new Object(), () -> cleaned[0] = true);
    for (int i = 0; i < 50 && !cleaned[0]; i++) { System.gc(); Thread.sleep(10); }
    System.out.println(weak.get() + " " + (queue.remove(1000) != null) + (queue.remove(1000) != null) + " " + cleaned[0] + phantom.refersTo(null));
    System.out.println(ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class).findFirst().isPresent() + " " + ModuleLayer.boot().findModule("java.logging").isPresent());
    var pool = new ForkJoinPool(2);
    System.out.println(pool.submit(() -> java.util.stream.LongStream.range(0, 1000).parallel().sum()).get());
    pool.shutdown();
    System.out.println(CompletableFuture.supplyAsync(() -> 20).thenCombine(CompletableFuture.supplyAsync(() -> 22), Integer::sum).get(5, TimeUnit.SECONDS));
    try (var scheduled = Executors.newScheduledThreadPool(1)) { System.out.println(scheduled.schedule(() -> "later", 5, TimeUnit.MILLISECONDS).get()); }
    Process process = new ProcessBuilder("/bin/echo", "child").start();
    System.out.print(new String(process.getInputStream().readAllBytes()));
    System.out.println(process.waitFor());
    Map<String, Integer> map = new ConcurrentHashMap<>();
    for (int i = 0; i < 1000; i++) map.merge("k" + i % 10, i, Integer::sum);
    System.out.println(new TreeMap<>(map));
    var timer = new Timer(true);
    var latch = new CountDownLatch(1);
    timer.schedule(new TimerTask() { public void run() { latch.countDown(); } }, 1);
    System.out.println(latch.await(5, TimeUnit.SECONDS));
    System.out.println(new Random(42).nextInt() + " " + new SplittableRandom(1).nextLong() + " " + UUID.nameUUIDFromBytes("x".getBytes()));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
    new URLClassLoader(new URL[] {Library.class.getProtectionDomain().getCodeSource().getLocation()}, null) {{
      System.out.println(loadClass("Library") != Library.class);
      close();
    }};
    System.exit(3);
  }
}
