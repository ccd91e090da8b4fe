package web;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.web.bind.annotation.*;

/** Spring Boot 3 with Tomcat, and spring.threads.virtual.enabled. */
@SpringBootApplication
public class SpringServer {
    @RestController
    public static class Web {
        @GetMapping("/square")
        String square(@RequestParam int n) throws InterruptedException {
            return Requests.square(n);
        }

        @GetMapping("/meet")
        String meet(@RequestParam int n) throws InterruptedException {
            return Requests.meet(n);
        }

        @PostMapping("/words")
        String words(@RequestBody String body) {
            return Requests.words(body);
        }
    }

    public static void main(String[] args) throws Exception {
        SpringApplication application = new SpringApplication(SpringServer.class);
        application.setDefaultProperties(Map.of("server.port", "0", "server.address", "127.0.0.1", "spring.threads.virtual.enabled", "true",
            "logging.level.root", "WARN", "spring.main.banner-mode", "off"));
        var context = (ServletWebServerApplicationContext) application.run(args);
        Requests.ask(context.getWebServer().getPort());
        System.exit(SpringApplication.exit(context));
    }
}
