// A server with a virtual thread for each connection, clients in virtual threads; pipes and files beside them.
import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.nio.ByteBuffer;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

public class VirtualSockets {
  static void serve(Socket socket) {
    try (socket; var in = new BufferedReader(new InputStreamReader(socket.getInputStream())); var out = new PrintWriter(socket.getOutputStream(), true)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) out.println(line.toUpperCase());
    } catch (IOException e) {
      System.out.println(e);
    }
  }

  static int talk(int port, int number) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
         var in = new BufferedReader(new InputStreamReader(socket.getInputStream())); var out = new PrintWriter(socket.getOutputStream(), true)) {
      int right = 0;
      for (int i = 0; i < 10; i++) {
        out.println("line " + number + " " + i);
        if (("LINE " + number + " " + i).equals(in.readLine())) right++;
      }
      return right;
    }
  }

  public static void main(String[] args) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress()); var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      executor.submit(() -> {
        for (int i = 0; i < 200; i++) {
          Socket socket = server.accept();
          executor.submit(() -> serve(socket));
        }
        return null;
      });
      List<Future<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        int number = i;
        clients.add(executor.submit(() -> talk(server.getLocalPort(), number)));
      }
      int right = 0;
      for (Future<Integer> client : clients) right += client.get();
      System.out.println("right " + right);
    }
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread accepts = Thread.startVirtualThread(() -> {
        try {
          server.accept();
        } catch (IOException e) {
          System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
      });
      while (accepts.getState() != Thread.State.WAITING) Thread.sleep(1);
      server.close();
      accepts.join();
      ServerSocket timed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      timed.setSoTimeout(50);
      Thread.startVirtualThread(() -> {
        try {
          timed.accept();
        } catch (IOException e) {
          System.out.println(e.getClass().getSimpleName());
        }
      }).join();
    }
    Pipe pipe = Pipe.open();
    Thread reader = Thread.startVirtualThread(() -> {
      try {
        ByteBuffer buffer = ByteBuffer.allocate(16);
        System.out.println("read " + pipe.source().read(buffer));
        pipe.source().read(buffer);
      } catch (ClosedByInterruptException e) {
        System.out.println("closed by interrupt " + Thread.currentThread().isInterrupted());
      } catch (IOException e) {
        System.out.println(e);
      }
    });
    pipe.sink().write(ByteBuffer.wrap("hello".getBytes()));
    while (reader.getState() != Thread.State.WAITING) Thread.sleep(1);
    Thread.sleep(50);
    reader.interrupt();
    reader.join();
    Path file = Files.createTempFile("virtual", ".txt");
    Thread.startVirtualThread(() -> {
      try {
        Files.writeString(file, "text\n".repeat(1000));
        System.out.println(Files.readAllLines(file).size());
        Files.delete(file);
      } catch (IOException e) {
        System.out.println(e);
      }
    }).join();
  }
}
