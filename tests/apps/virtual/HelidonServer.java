package web;

import io.helidon.webserver.WebServer;

/** Helidon 4 knows no other threads than virtual ones. */
public class HelidonServer {
    public static void main(String[] args) throws Exception {
        WebServer server = WebServer.builder()
            .host("127.0.0.1")
            .port(0)
            .routing(routes -> routes
                .get("/square", (request, response) -> response.send(Requests.square(request.query().first("n").asInt().get())))
                .get("/meet", (request, response) -> response.send(Requests.meet(request.query().first("n").asInt().get())))
                .post("/words", (request, response) -> response.send(Requests.words(request.content().as(String.class)))))
            .build()
            .start();
        Requests.ask(server.port());
        server.stop();
        System.exit(0);
    }
}
