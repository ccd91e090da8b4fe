// A web shop that asks itself, prints the answers and stops.

package shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.*;

@SpringBootApplication
public class Shop {
    public record Goods(int id, String name, double price) {}

    public record Ordered(Goods goods) {}

    @Service
    public static class Store {
        @Autowired JdbcTemplate jdbc;
        @Autowired org.springframework.context.ApplicationEventPublisher events;
        @Value("${shop.currency:EUR}") String currency;

        @Transactional
        public int add(List<Goods> goods) {
            for (Goods g : goods) {
                if (g.price() < 0) {
                    throw new IllegalArgumentException("price of " + g.name());
                }
                jdbc.update("INSERT INTO goods VALUES(?, ?, ?)", g.id(), g.name(), g.price());
                events.publishEvent(new Ordered(g));
            }
            return goods.size();
        }

        public List<Goods> all() {
            return jdbc.query("SELECT * FROM goods ORDER BY id", (row, n) -> new Goods(row.getInt("id"), row.getString("name"), row.getDouble("price")));
        }
    }

    @RestController
    @RequestMapping("/goods")
    public static class Web {
        private final Store store;

        Web(Store store) {
            this.store = store;
        }

        @GetMapping
        List<Goods> list(@RequestParam(defaultValue = "0") double above) {
            return store.all().stream().filter(g -> g.price() > above).toList();
        }

        @PostMapping
        @ResponseStatus(HttpStatus.CREATED)
        Map<String, Object> add(@RequestBody List<Goods> goods) {
            return Map.of("added", store.add(goods));
        }

        @GetMapping("/{id}/{part}")
        String part(@PathVariable int id, @PathVariable String part) {
            return store.currency + id + part;
        }

        @ExceptionHandler
        @ResponseStatus(HttpStatus.BAD_REQUEST)
        Map<String, String> wrong(IllegalArgumentException e) {
            return Map.of("wrong", e.getMessage());
        }
    }

    @Aspect
    @Component
    public static class Counting {
        int calls;

        @Around("execution(* shop.Shop.Store.*(..))")
        Object count(ProceedingJoinPoint point) throws Throwable {
            calls++;
            return point.proceed();
        }

        @EventListener
        void on(Ordered event) {
            System.out.println("event " + event.goods().name());
        }
    }

    @Bean
    Object tables(JdbcTemplate jdbc) {
        jdbc.execute("CREATE TABLE goods(id INT PRIMARY KEY, name VARCHAR, price DOUBLE)");
        return "tables";
    }

    static void ask(HttpClient client, HttpRequest.Builder request) throws Exception {
        var answer = client.send(request.header("Content-Type", "application/json").build(), BodyHandlers.ofString());
        System.out.println(answer.statusCode() + " " + answer.body().replaceAll("\"timestamp\":\"[^\"]*\"", "\"timestamp\":0"));
    }

    public static void main(String[] args) throws Exception {
        SpringApplication application = new SpringApplication(Shop.class);
        application.setDefaultProperties(Map.of("server.port", "0", "server.address", "127.0.0.1", "logging.level.root", "WARN", "spring.main.banner-mode", "off",
            "spring.datasource.url", "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1"));
        try (var context = (ServletWebServerApplicationContext) application.run(args)) {
            String root = "http://127.0.0.1:" + context.getWebServer().getPort();
            HttpClient client = HttpClient.newHttpClient();
            ask(client, HttpRequest.newBuilder(URI.create(root + "/goods")).POST(HttpRequest.BodyPublishers.ofString("[{\"id\":1,\"name\":\"apple\",\"price\":0.5},{\"id\":2,\"name\":\"pear\",\"price\":2}]")));
            ask(client, HttpRequest.newBuilder(URI.create(root + "/goods")).POST(HttpRequest.BodyPublishers.ofString("[{\"id\":3,\"name\":\"plum\",\"price\":1},{\"id\":4,\"name\":\"fig\",\"price\":-1}]")));
            ask(client, HttpRequest.newBuilder(URI.create(root + "/goods?above=1")));
            ask(client, HttpRequest.newBuilder(URI.create(root + "/goods")));
            ask(client, HttpRequest.newBuilder(URI.create(root + "/goods/7/x")));
            ask(client, HttpRequest.newBuilder(URI.create(root + "/goods/seven/x")));
            ask(client, HttpRequest.newBuilder(URI.create(root + "/absent")));
            System.out.println(context.getBean(Counting.class).calls + " " + context.getBean(Store.class).getClass().getSimpleName());
        }
    }
}
