// JEP 408: the simple web server as an API: files, folders, types, what is refused; handlers and adapted requests.
import com.sun.net.httpserver.*;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.file.*;
import java.util.*;

public class FileServer {
  static HttpClient client = HttpClient.newHttpClient();

  static void get(String base, String path, String... method) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(base + path)).method(method.length > 0 ? method[0] : "GET", HttpRequest.BodyPublishers.noBody()).build();
    HttpResponse<String> r = client.send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(path + " " + r.statusCode() + " " + r.headers().firstValue("Content-type").orElse("-") + " " + r.headers().firstValue("Content-length").orElse("-") + " " + r.headers().firstValue("Location").orElse("-") + " " + r.headers().firstValue("Allow").orElse("-") + " " + r.body().replaceAll("\\s+", " ").strip());
  }

  public static void main(String[] args) throws Exception {
    Path root = Files.createTempDirectory("served").toRealPath();
    Files.writeString(root.resolve("a.txt"), "text of a\n");
    Files.writeString(root.resolve("ü & <x>.html"), "<p>html</p>");
    Files.write(root.resolve("data.bin"), new byte[] {1, 2, 3});
    Files.createDirectories(root.resolve("sub/index"));
    Files.createDirectories(root.resolve("indexed"));
    Files.writeString(root.resolve("indexed/index.html"), "the index");
    Files.writeString(root.resolve(".hidden"), "hidden");
    Files.createSymbolicLink(root.resolve("link.txt"), root.resolve("a.txt"));
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0, "/", SimpleFileServer.createFileHandler(root), SimpleFileServer.createOutputFilter(log, OutputLevel.INFO));
    server.createContext("/fixed", HttpHandlers.of(201, Headers.of("X-a", "b"), "fixed body"));
    server.createContext("/either", HttpHandlers.handleOrElse(r -> r.getRequestMethod().equals("PUT"), HttpHandlers.of(200, Headers.of(), "put"), HttpHandlers.of(404, Headers.of(), "else")));
    server.createContext("/adapted", HttpHandlers.of(200, Headers.of(), "adapted")).getFilters().add(Filter.adaptRequest("adds", r -> r.with("X-added", List.of("value"))));
    server.start();
    String base = "http://127.0.0.1:" + server.getAddress().getPort();
    for (String path : List.of("/a.txt", "/data.bin", "/%C3%BC%20%26%20%3Cx%3E.html", "/", "/sub", "/sub/", "/indexed/", "/.hidden", "/link.txt", "/none", "/../etc/passwd", "/%2e%2e/", "/fixed", "/either", "/adapted")) get(base, path);
    get(base, "/a.txt", "HEAD");
    get(base, "/a.txt", "POST");
    get(base, "/either", "PUT");
    server.stop(0);
    System.out.println(log.toString().replaceAll("\\[.*?\\]", "[time]").lines().limit(4).toList());
    for (String wrong : List.of("relative", root + "/a.txt", root + "/nowhere")) {
      try { SimpleFileServer.createFileHandler(Path.of(wrong)); } catch (IllegalArgumentException e) { System.out.println(e.getMessage().replace(root.toString(), "ROOT")); }
    }
    var tool = java.util.spi.ToolProvider.findFirst("jwebserver");
    System.out.println(tool.isPresent());
  }
}
