// run: -XX:AutoBoxCacheMax=2000 -XX:MaxDirectMemorySize=0 -Dsun.nio.MaxDirectMemorySize=1K -Dplain=value -Dwith.equals=a=b=c -Dempty= -Dnothing "-Dwith space=two words" -Dtwice=1 -Dtwice=2 -Duser.language=de -Duser.country=AT -Dfile.separator=: -Djava.awt.headless=true -Djava.io.tmpdir=/nowhere -Dline.separator=; -Dunicode=äöü€
import java.util.Locale;
import java.util.Properties;
import java.util.TreeSet;

// -D in all its forms, properties that the VM and the library set, what the program changes and takes back.
public class OptionsSeen {
    static void show(String... names) {
        StringBuilder line = new StringBuilder();
        for (String name : names) line.append(name).append('=').append('<').append(System.getProperty(name)).append("> ");
        System.out.print(line.toString().replace("\n", "\\n") + "\n");
    }

    interface Action { Object run(); }

    static void attempt(String what, Action action) {
        try {
            System.out.print(what + ": " + action.run() + "\n");
        } catch (RuntimeException e) {
            System.out.print(what + ": " + e + "\n");
        }
    }

    public static void main(String[] args) {
        show("plain", "with.equals", "empty", "nothing", "with space", "twice", "unicode", "absent");
        show("user.language", "user.country", "java.awt.headless", "java.io.tmpdir", "file.separator", "path.separator", "line.separator");
        show("java.version", "java.specification.version", "java.specification.name", "java.specification.vendor", "java.vm.specification.version", "java.vm.specification.name", "java.vm.specification.vendor", "java.class.version", "java.vendor", "java.version.date");
        show("os.name", "os.arch", "file.encoding", "sun.jnu.encoding", "native.encoding", "sun.arch.data.model", "sun.cpu.endian", "sun.io.unicode.encoding", "user.timezone", "java.security.manager", "java.library.path");
        System.out.print(Locale.getDefault() + " " + (System.getProperty("java.home") + "/lib").equals(System.getProperty("sun.boot.library.path").split(":")[0]) + " " + System.getProperty("java.class.path").isEmpty() + " " + System.getProperty("sun.java.command") + " " + System.lineSeparator() + "\n");
        // The keys that the reference has, without those that tell which VM it is.
        TreeSet<String> keys = new TreeSet<>(System.getProperties().stringPropertyNames());
        keys.removeIf(key -> key.startsWith("java.vm.") || key.startsWith("sun.management") || key.startsWith("sun.nio") || key.startsWith("jdk."));
        System.out.print(keys + "\n");
        System.out.print((Integer.valueOf(2000) == Integer.valueOf(2000)) + " " + (Integer.valueOf(2001) == Integer.valueOf(2001)) + "\n");
        try {
            System.out.print(java.nio.ByteBuffer.allocateDirect(1) + "\n");
        } catch (OutOfMemoryError e) {
            System.out.print(e + "\n");
        }
        attempt("set", () -> System.setProperty("plain", "other") + System.getProperty("plain"));
        attempt("set new", () -> System.setProperty("fresh", "1") + System.clearProperty("fresh") + System.getProperty("fresh"));
        attempt("default", () -> System.getProperty("absent", "fallback"));
        attempt("null key", () -> System.getProperty(null));
        attempt("empty key", () -> System.getProperty(""));
        attempt("null value", () -> System.setProperty("x", null));
        attempt("Integer", () -> Integer.getInteger("twice") + Long.getLong("twice", 5L) + Long.getLong("plain", 5L));
        attempt("Boolean", () -> Boolean.getBoolean("java.awt.headless"));
        Properties old = System.getProperties();
        Properties mine = new Properties(old);
        mine.setProperty("plain", "mine");
        System.setProperties(mine);
        show("plain", "twice", "java.version");
        System.setProperties(null);
        show("plain", "twice", "java.specification.version");
        System.out.print((System.getenv("PATH") != null) + " " + System.getenv("NO SUCH VARIABLE") + " " + System.getenv("TZ") + "\n");
        attempt("getenv", () -> System.getenv().put("a", "b"));
    }
}
