// HttpClient and the simple server in one process: methods, headers, bodies of each size, redirects, errors, time limits, many at once.
import com.sun.net.httpserver.*;
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.net.http.HttpRequest.*;
import java.net.http.HttpResponse.*;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class HttpLocal {
  static void answer(HttpExchange exchange, int code, byte[] body) throws IOException {
    exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
    try (OutputStream out = exchange.getResponseBody()) { if (body.length > 0) out.write(body); }
  }

  public static void main(String[] args) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    server.setExecutor(pool);
    server.createContext("/echo", e -> {
      byte[] body = e.getRequestBody().readAllBytes();
      e.getResponseHeaders().add("X-Method", e.getRequestMethod());
      e.getResponseHeaders().add("X-Query", String.valueOf(e.getRequestURI().getQuery()));
      e.getResponseHeaders().put("X-Seen", e.getRequestHeaders().getOrDefault("X-own", List.of("none")));
      answer(e, 200, body);
    });
    server.createContext("/chunked", e -> {
      e.sendResponseHeaders(200, 0);
      try (PrintStream out = new PrintStream(e.getResponseBody())) { for (int i = 0; i < 500; i++) { out.println("line " + i); if (i % 100 == 0) out.flush(); } }
    });
    server.createContext("/moved", e -> { e.getResponseHeaders().add("Location", "/echo?moved"); answer(e, 302, new byte[0]); });
    server.createContext("/error", e -> answer(e, 503, "busy".getBytes()));
    server.createContext("/slow", e -> { try { Thread.sleep(3000); } catch (InterruptedException x) { return; } answer(e, 200, new byte[0]); });
    server.createContext("/dropped", e -> e.close());
    HttpContext guarded = server.createContext("/secret", e -> answer(e, 200, e.getPrincipal().getUsername().getBytes()));
    guarded.setAuthenticator(new BasicAuthenticator("realm") { public boolean checkCredentials(String user, String password) { return user.equals("ada") && password.equals("pass"); } });
    guarded.getFilters().add(com.sun.net.httpserver.Filter.beforeHandler("counts", e -> System.out.println("filtered " + e.getRequestURI())));
    server.start();
    String base = "http://127.0.0.1:" + server.getAddress().getPort();

    try (HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).connectTimeout(Duration.ofSeconds(10)).version(HttpClient.Version.HTTP_1_1).build()) {
      HttpResponse<String> got = client.send(HttpRequest.newBuilder(URI.create(base + "/echo?a=b")).header("X-own", "one").header("X-own", "two").build(), BodyHandlers.ofString());
      System.out.println(got.statusCode() + " " + got.version() + " [" + got.body() + "] " + got.headers().allValues("X-Query") + got.headers().allValues("x-seen") + got.headers().firstValue("X-Method").get());
      for (String method : List.of("POST", "PUT", "DELETE", "PATCH")) {
        got = client.send(HttpRequest.newBuilder(URI.create(base + "/echo")).method(method, BodyPublishers.ofString("body of " + method + " ü")).build(), BodyHandlers.ofString());
        System.out.println(got.body() + " " + got.headers().firstValue("X-Method").get());
      }
      for (int size : new int[] {1, 8191, 16384, 16385, 3_000_000}) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        System.out.println(size + " " + Arrays.equals(bytes, client.send(HttpRequest.newBuilder(URI.create(base + "/echo")).POST(BodyPublishers.ofByteArray(bytes)).build(), BodyHandlers.ofByteArray()).body()));
      }
      System.out.println(client.send(HttpRequest.newBuilder(URI.create(base + "/chunked")).build(), BodyHandlers.ofLines()).body().mapToInt(String::length).sum());
      HttpResponse<Void> moved = client.send(HttpRequest.newBuilder(URI.create(base + "/moved")).build(), BodyHandlers.discarding());
      System.out.println(moved.statusCode() + " " + moved.uri().getQuery() + " " + moved.previousResponse().get().statusCode());
      System.out.println(client.send(HttpRequest.newBuilder(URI.create(base + "/error")).build(), BodyHandlers.ofString()).statusCode() + " " + client.send(HttpRequest.newBuilder(URI.create(base + "/nowhere")).build(), BodyHandlers.ofString()).statusCode());
      System.out.println(client.send(HttpRequest.newBuilder(URI.create(base + "/error")).build(), BodyHandlers.limiting(BodyHandlers.ofString(), 100)).body());
      System.out.println(client.send(HttpRequest.newBuilder(URI.create(base + "/secret")).build(), BodyHandlers.ofString()).statusCode());
      System.out.println(client.send(HttpRequest.newBuilder(URI.create(base + "/secret/x")).header("Authorization", "Basic " + Base64.getEncoder().encodeToString("ada:pass".getBytes())).build(), BodyHandlers.ofString()).body());
      try { client.send(HttpRequest.newBuilder(URI.create(base + "/slow")).timeout(Duration.ofMillis(200)).build(), BodyHandlers.discarding()); } catch (HttpTimeoutException e) { System.out.println(e.getMessage()); }
      try { client.send(HttpRequest.newBuilder(URI.create(base + "/dropped")).build(), BodyHandlers.discarding()); } catch (IOException e) { System.out.println("dropped"); }
      try { HttpRequest.newBuilder(URI.create("ftp://x/")).build(); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
      try { HttpRequest.newBuilder(URI.create(base)).header("Host", "x").build(); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
      List<CompletableFuture<Integer>> all = IntStream.range(0, 40).mapToObj(i -> client.sendAsync(HttpRequest.newBuilder(URI.create(base + "/echo?" + i)).POST(BodyPublishers.ofString("x".repeat(i * 100))).build(), BodyHandlers.ofString()).thenApply(r -> r.body().length())).toList();
      System.out.println(all.stream().mapToInt(CompletableFuture::join).sum());
      BodySubscriber<List<String>> lines = BodySubscribers.mapping(BodySubscribers.ofString(StandardCharsets.UTF_8), s -> s.lines().limit(2).toList());
      System.out.println(client.sendAsync(HttpRequest.newBuilder(URI.create(base + "/chunked")).build(), info -> lines).get(20, TimeUnit.SECONDS).body());
    }
    HttpURLConnection old = (HttpURLConnection) URI.create(base + "/echo?old").toURL().openConnection();
    old.setDoOutput(true);
    old.getOutputStream().write("by the old client".getBytes());
    System.out.println(old.getResponseCode() + " " + new String(old.getInputStream().readAllBytes()) + " " + old.getHeaderField("X-Query"));
    server.stop(0);
    pool.shutdownNow();
    try { URI.create(base + "/echo").toURL().openStream(); } catch (ConnectException e) { System.out.println(e.getMessage()); }
  }
}
