// Server and client in one process: GET and POST, synchronous and asynchronous, headers, chunks, redirects, errors.

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

public class HttpThousand {
    static final AtomicInteger answered = new AtomicInteger();

    static void answer(HttpExchange exchange, int status, byte[] body, boolean chunked) throws IOException {
        answered.incrementAndGet();
        exchange.getResponseHeaders().add("X-Method", exchange.getRequestMethod());
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : chunked ? 0 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    static HttpServer serve(ExecutorService pool) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/echo", exchange -> answer(exchange, 200, exchange.getRequestBody().readAllBytes(), false));
        server.createContext("/square", exchange -> {
            int n = Integer.parseInt(exchange.getRequestURI().getQuery().substring(2));
            answer(exchange, 200, ("" + n * n).getBytes(StandardCharsets.UTF_8), n % 2 == 0);
        });
        server.createContext("/moved", exchange -> {
            exchange.getResponseHeaders().add("Location", "/square?n=11");
            answer(exchange, 302, new byte[0], false);
        });
        server.createContext("/big", exchange -> answer(exchange, 200, "0123456789".repeat(100_000).getBytes(StandardCharsets.UTF_8), true));
        server.setExecutor(pool);
        server.start();
        return server;
    }

    public static void main(String[] args) throws Exception {
        int requests = Integer.parseInt(args[0]);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        HttpServer server = serve(pool);
        URI root = URI.create("http://" + server.getAddress().getAddress().getHostAddress() + ":" + server.getAddress().getPort() + "/");
        HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).version(HttpClient.Version.HTTP_1_1).build();

        long sum = 0;
        for (int i = 0; i < requests / 2; i++) {
            sum += Long.parseLong(client.send(HttpRequest.newBuilder(root.resolve("square?n=" + i)).build(), BodyHandlers.ofString()).body());
        }
        System.out.println("sum " + sum);

        Map<Integer, Integer> lengths = new TreeMap<>();
        for (int done = requests / 2; done < requests; done += 50) {
            List<CompletableFuture<HttpResponse<String>>> batch = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                HttpRequest post = HttpRequest.newBuilder(root.resolve("echo")).POST(BodyPublishers.ofString("x".repeat(i * i + 1))).build();
                batch.add(client.sendAsync(post, BodyHandlers.ofString()));
            }
            batch.stream().map(CompletableFuture::join).forEach(r -> lengths.merge(r.body().length(), 1, Integer::sum));
        }
        System.out.println(lengths);
        System.out.println("answered " + answered);

        HttpResponse<String> moved = client.send(HttpRequest.newBuilder(root.resolve("moved")).build(), BodyHandlers.ofString());
        System.out.println(moved.statusCode() + " " + moved.body() + " " + moved.previousResponse().isPresent() + " " + moved.headers().firstValue("X-Method").orElse("-"));
        System.out.println(client.send(HttpRequest.newBuilder(root.resolve("absent")).build(), BodyHandlers.ofString()).statusCode());
        System.out.println(client.send(HttpRequest.newBuilder(root.resolve("big")).build(), BodyHandlers.ofLines()).body().collect(Collectors.summingInt(String::length)));
        HttpResponse<Void> head = client.send(HttpRequest.newBuilder(root.resolve("echo")).method("DELETE", BodyPublishers.noBody()).build(), BodyHandlers.discarding());
        System.out.println(head.statusCode() + " " + head.headers().map().get("x-method"));

        server.stop(0);
        pool.shutdown();
        try {
            client.send(HttpRequest.newBuilder(root.resolve("late")).build(), BodyHandlers.ofString());
        } catch (ConnectException e) {
            System.out.println(e.getClass().getName());
        }
    }
}
