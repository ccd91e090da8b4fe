// What each server does with a request, and the client that asks: many virtual threads at a time.

package web;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

final class Requests {
    static final int REQUESTS = 400;
    static final int MEETING = 100;

    private static final CountDownLatch meeting = new CountDownLatch(MEETING);
    private static final Map<String, Integer> counts = new HashMap<>();

    private Requests() { }

    /** Takes a while, as a query of a database would; then a monitor that all requests want. */
    static String square(int n) throws InterruptedException {
        Thread.sleep(5);
        synchronized (counts) {
            counts.merge(kind(), 1, Integer::sum);
            Thread.sleep(n % 50 == 0 ? 2 : 0);
        }
        return n + " squared is " + n * n;
    }

    /** Nobody gets an answer before so many requests are there. */
    static String meet(int n) throws InterruptedException {
        meeting.countDown();
        meeting.await();
        return n + " has met the others in a " + kind() + " thread";
    }

    static String words(String body) {
        return body.split(" ").length + " words";
    }

    private static String kind() {
        return Thread.currentThread().isVirtual() ? "virtual" : "platform";
    }

    /** Prints what a server at this port answers. */
    static void ask(int port) throws Exception {
        URI root = URI.create("http://127.0.0.1:" + port + "/");
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofMinutes(2)).build();
        print("square", REQUESTS, n -> get(client, root.resolve("square?n=" + n)));
        print("meet", MEETING, n -> get(client, root.resolve("meet?n=" + n)));
        print("words", MEETING, n -> send(client, HttpRequest.newBuilder(root.resolve("words")).POST(BodyPublishers.ofString("so many words " + "more ".repeat(n)))));
        print("absent", 3, n -> get(client, root.resolve("absent?n=" + n)));
        synchronized (counts) {
            System.out.println("squares by kind of thread: " + counts);
        }
    }

    private static void print(String what, int count, IntFunction<String> request) throws Exception {
        List<Future<String>> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < count; i++) {
                int n = i;
                answers.add(threads.submit(() -> request.apply(n)));
            }
        }
        for (Future<String> answer : answers) {
            System.out.println(what + ": " + answer.get());
        }
    }

    private static String get(HttpClient client, URI where) {
        return send(client, HttpRequest.newBuilder(where));
    }

    private static String send(HttpClient client, HttpRequest.Builder request) {
        try {
            var answer = client.send(request.build(), BodyHandlers.ofString());
            return answer.statusCode() == 200 ? answer.body() : "status " + answer.statusCode();
        } catch (Exception e) {
            return e.toString();
        }
    }
}
