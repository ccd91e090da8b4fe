// run: -Dmy.own=value -Dmy.empty= -Dmy.number=0x1f -Dmy.flag=TrUe -Djava.io.tmpdir=/tmp
import java.util.*;

// System properties that are stable, environment, line ends, the security of property access, nanoTime monotone, Runtime figures in range.
public class SystemProperties {
    public static void main(String[] args) throws Exception {
        for (String k : "java.specification.version java.vm.specification.version java.class.version file.separator path.separator os.name user.language java.vendor.url java.vm.specification.name java.specification.name java.vm.specification.vendor file.encoding sun.jnu.encoding my.own java.io.tmpdir sun.arch.data.model os.arch java.vm.info none".split(" ")) {
            if (!k.equals("java.vm.info")) System.out.println(k + "=" + System.getProperty(k));
        }
        System.out.println(System.getProperty("my.empty") + "|" + System.getProperty("none", "def") + " " + Integer.getInteger("my.number", 5) + Long.getLong("none", 6L) + Boolean.getBoolean("my.flag"));
        System.setProperty("set.here", "1");
        System.out.println(System.clearProperty("set.here") + System.getProperty("set.here") + " " + System.lineSeparator().length() + " " + System.getProperties().containsKey("java.home") + " " + System.getenv("NO_SUCH_VARIABLE") + " " + System.getenv().containsKey("PATH"));
        try {
            System.getProperty("");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.getenv().put("a", "b");
        } catch (UnsupportedOperationException e) {
            System.out.println("read only");
        }
        long a = System.nanoTime(), b = System.nanoTime(), m = System.currentTimeMillis();
        Runtime r = Runtime.getRuntime();
        System.out.println((b >= a) + " " + (m > 1600000000000L) + " " + (r.availableProcessors() > 0) + " " + (r.freeMemory() <= r.totalMemory()) + " " + (r.totalMemory() <= r.maxMemory()) + " " + Runtime.version().feature() + " " + System.getSecurityManager());
        System.out.println(Locale.getDefault() + " " + TimeZone.getDefault().getID() + " " + ProcessHandle.current().isAlive() + " " + (ProcessHandle.current().pid() > 1));
    }
}
