import com.sun.net.httpserver.*;
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

// java.net.http and HttpURLConnection against com.sun.net.httpserver: methods, bodies, headers, redirects, authentication, asynchronous
// requests, time-outs; an HTTP/2 client that asks a server which stays with HTTP/1.1.
public class Http {
    static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService workers = Executors.newFixedThreadPool(4);
        server.setExecutor(workers);
        server.createContext("/echo", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("X-Method", exchange.getRequestMethod());
            answer(exchange, 200, exchange.getRequestURI().getQuery() + "|" + body + "|" + exchange.getRequestHeaders().getFirst("X-Own"));
        });
        server.createContext("/moved", exchange -> {
            exchange.getResponseHeaders().set("Location", "/echo?from=moved");
            answer(exchange, 302, "");
        });
        server.createContext("/chunked", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                for (int i = 0; i < 100; i++) {
                    out.write(("line " + i + "\n").getBytes());
                }
            }
        });
        server.createContext("/slow", exchange -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                exchange.close();
            }
        });
        server.createContext("/secret", exchange -> answer(exchange, 200, "for " + exchange.getPrincipal().getUsername())).setAuthenticator(new BasicAuthenticator("realm") {
            public boolean checkCredentials(String user, String password) {
                return user.equals("me") && password.equals("pass");
            }
        });
        server.start();
        URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).followRedirects(HttpClient.Redirect.NORMAL).authenticator(new java.net.Authenticator() {
            protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication("me", "pass".toCharArray());
            }
        }).build();

        HttpResponse<String> got = client.send(HttpRequest.newBuilder(base.resolve("/echo?a=1")).header("X-Own", "mine").build(), BodyHandlers.ofString());
        System.out.println(got.statusCode() + " " + got.version() + " " + got.body() + " " + got.headers().firstValue("x-method").get());
        System.out.println(client.send(HttpRequest.newBuilder(base.resolve("/echo")).POST(BodyPublishers.ofString("gr\u00fc\u00dfe")).build(), BodyHandlers.ofString()).body());
        System.out.println(client.send(HttpRequest.newBuilder(base.resolve("/echo")).method("PUT", BodyPublishers.ofByteArrays(List.of(new byte[] {'x'}, new byte[] {'y'}))).build(), BodyHandlers.ofString()).headers().firstValue("X-Method").get());
        HttpResponse<String> moved = client.send(HttpRequest.newBuilder(base.resolve("/moved")).build(), BodyHandlers.ofString());
        System.out.println(moved.body() + " " + moved.previousResponse().get().statusCode() + " " + moved.uri().getPath());
        System.out.println(client.send(HttpRequest.newBuilder(base.resolve("/chunked")).build(), BodyHandlers.ofLines()).body().mapToInt(String::length).sum());
        System.out.println(client.send(HttpRequest.newBuilder(base.resolve("/secret")).build(), BodyHandlers.ofString()).body());
        System.out.println(client.send(HttpRequest.newBuilder(base.resolve("/nothing")).build(), BodyHandlers.discarding()).statusCode());
        List<CompletableFuture<Integer>> many = IntStream.range(0, 20).mapToObj(i -> client.sendAsync(HttpRequest.newBuilder(base.resolve("/echo?n=" + i)).build(), BodyHandlers.ofString()).thenApply(each -> each.body().length())).collect(Collectors.toList());
        System.out.println(many.stream().mapToInt(CompletableFuture::join).sum());
        try {
            client.send(HttpRequest.newBuilder(base.resolve("/slow")).timeout(Duration.ofMillis(100)).build(), BodyHandlers.ofString());
        } catch (HttpTimeoutException e) {
            System.out.println(e.getMessage());
        }
        HttpClient old = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        System.out.println(old.send(HttpRequest.newBuilder(base.resolve("/moved")).build(), BodyHandlers.ofString()).statusCode());
        int free;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = gone.getLocalPort();
        }
        try {
            old.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + free + "/")).build(), BodyHandlers.ofString());
        } catch (ConnectException e) {
            System.out.println("refused");
        }

        HttpURLConnection connection = (HttpURLConnection) base.resolve("/echo?u=1").toURL().openConnection();
        connection.setDoOutput(true);
        connection.setRequestProperty("X-Own", "url");
        connection.getOutputStream().write("posted".getBytes());
        System.out.println(connection.getResponseCode() + " " + connection.getHeaderField("X-Method") + " " + new String(connection.getInputStream().readAllBytes()));
        HttpURLConnection missing = (HttpURLConnection) base.resolve("/nothing").toURL().openConnection();
        try {
            missing.getInputStream();
        } catch (FileNotFoundException e) {
            System.out.println(missing.getResponseCode() + " " + missing.getErrorStream().readAllBytes().length);
        }
        never.countDown();
        server.stop(0);
        workers.shutdownNow();
    }
}
