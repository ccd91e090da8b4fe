import java.util.*;
import java.util.logging.*;

// java.util.logging with an own handler and formatter, levels and parents.
public class Logging {
    public static void main(String[] args) throws Exception {
        Logger parent = Logger.getLogger("my"), child = Logger.getLogger("my.child");
        StringBuilder out = new StringBuilder();
        Handler h = new Handler() {
            public void publish(LogRecord r) { out.append(r.getLevel()).append(' ').append(r.getLoggerName()).append(' ').append(new SimpleFormatter().formatMessage(r)).append(' ').append(r.getSourceMethodName()).append(r.getThrown() == null ? "" : r.getThrown()).append('\n'); }
            public void flush() {}
            public void close() {}
        };
        parent.setUseParentHandlers(false);
        parent.addHandler(h);
        parent.setLevel(Level.FINE);
        child.info("plain");
        child.log(Level.FINE, "with {0} and {1}", new Object[] {1, "two"});
        child.finer("hidden");
        child.log(Level.SEVERE, "thrown", new IllegalStateException("x"));
        child.setLevel(Level.OFF);
        child.severe("off");
        parent.warning(() -> "supplied");
        h.setFilter(r -> false);
        System.out.print(out);
        System.out.println(child.getParent().getName() + " " + Level.parse("800") + " " + child.isLoggable(Level.SEVERE) + " " + LogManager.getLogManager().getLogger("none"));
    }
}
