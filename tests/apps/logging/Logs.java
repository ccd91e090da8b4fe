// The same messages through both libraries.

import java.util.function.BiConsumer;

public class Logs {
    static int divide(int a, int b) {
        return a / b;
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("log4j")) {
            log4j();
        } else {
            logback();
        }
    }

    static void log4j() throws Exception {
        var log = org.apache.logging.log4j.LogManager.getLogger("some.name.Log");
        org.apache.logging.log4j.ThreadContext.put("user", "ann");
        log.info("parameters {} and {}", 1, java.util.List.of("x"));
        log.debug(() -> "lazily");
        org.apache.logging.log4j.LogManager.getLogger("quiet").warn("not seen");
        try {
            divide(1, 0);
        } catch (ArithmeticException e) {
            log.error("failed", new IllegalStateException("wrapped", e));
        }
        many(log::debug);
        System.out.println(log.getLevel() + " " + log.isTraceEnabled());
        org.apache.logging.log4j.LogManager.shutdown();
    }

    static void logback() throws Exception {
        var log = org.slf4j.LoggerFactory.getLogger("some.name.Log");
        org.slf4j.MDC.put("user", "ann");
        log.info("parameters {} and {}", 1, java.util.List.of("x"));
        org.slf4j.LoggerFactory.getLogger("quiet").warn("not seen");
        try {
            divide(1, 0);
        } catch (ArithmeticException e) {
            log.error("failed", new IllegalStateException("wrapped", e));
        }
        many(log::debug);
        System.out.println(log.getClass().getSimpleName() + " " + log.isTraceEnabled());
        ((ch.qos.logback.classic.LoggerContext) org.slf4j.LoggerFactory.getILoggerFactory()).stop();
    }

    static void many(BiConsumer<String, Object> debug) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 250; i++) {
                    debug.accept("message {}", "of a thread");
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
