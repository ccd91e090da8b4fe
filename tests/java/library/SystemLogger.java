import java.io.*;
import java.util.*;
import java.util.logging.*;

// System.Logger over java.util.logging: levels, parameters, bundles, formatters, handlers, a configuration read from text.
public class SystemLogger {
    public static class Texts extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"greeting", "hello {0}, {1,number,#.#}"}};
        }
    }

    public static void main(String[] args) throws Exception {
        LogManager.getLogManager().readConfiguration(new ByteArrayInputStream("handlers=\n.level=WARNING\nown.level=FINE\nown.deep.level=OFF\n".getBytes()));
        List<String> seen = new ArrayList<>();
        Handler handler = new Handler() {
            final SimpleFormatter formatter = new SimpleFormatter();
            public void publish(LogRecord record) {
                seen.add(record.getLevel() + " " + record.getLoggerName() + " " + formatter.formatMessage(record) + " " + record.getSourceMethodName() + (record.getThrown() == null ? "" : " " + record.getThrown().getMessage()));
            }
            public void flush() {}
            public void close() {}
        };
        handler.setLevel(Level.ALL);
        Logger.getLogger("").addHandler(handler);
        System.Logger logger = System.getLogger("own.part");
        for (System.Logger.Level level : System.Logger.Level.values()) {
            if (level != System.Logger.Level.ALL && level != System.Logger.Level.OFF) {
                logger.log(level, "at " + level);
            }
        }
        logger.log(System.Logger.Level.INFO, "{0} and {1}", "one", 2);
        logger.log(System.Logger.Level.ERROR, "thrown", new IOException("inner"));
        logger.log(System.Logger.Level.DEBUG, () -> "lazy");
        logger.log(System.Logger.Level.TRACE, () -> {
            throw new AssertionError("not asked for");
        });
        System.getLogger("own.deep").log(System.Logger.Level.ERROR, "off");
        System.getLogger("other").log(System.Logger.Level.INFO, "below");
        System.getLogger("other", ResourceBundle.getBundle("SystemLogger$Texts")).log(System.Logger.Level.WARNING, "greeting", "you", 2.25);
        seen.forEach(System.out::println);
        System.out.println(logger.getName() + " " + logger.isLoggable(System.Logger.Level.DEBUG) + " " + logger.isLoggable(System.Logger.Level.TRACE));

        Logger own = Logger.getLogger("own.part");
        System.out.println(own.getLevel() + " " + own.getParent().getName() + " " + Logger.getLogger("own").getLevel() + " " + Level.parse("850").intValue());
        StringWriter lines = new StringWriter();
        System.setProperty("java.util.logging.SimpleFormatter.format", "%4$s %3$s %5$s%6$s%n");
        StreamHandler stream = new StreamHandler(new OutputStream() {
            public void write(int b) {
                lines.write(b);
            }
        }, new XMLFormatter());
        own.addHandler(stream);
        own.setUseParentHandlers(false);
        own.log(Level.SEVERE, "<escaped & sound>");
        stream.close();
        System.out.println(lines.toString().contains("&lt;escaped &amp; sound&gt;") + " " + lines.toString().contains("<level>SEVERE</level>"));
        FileHandler file = new FileHandler("log%u.txt", 10_000, 2);
        file.setFormatter(new java.util.logging.Formatter() {
            public String format(LogRecord record) {
                return record.getMessage() + "\n";
            }
        });
        own.addHandler(file);
        own.entering("C", "m", 5);
        own.info("to the file");
        file.close();
        System.out.println(java.nio.file.Files.readAllLines(java.nio.file.Path.of("log0.txt.0")));
    }
}
