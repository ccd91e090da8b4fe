import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Loads classes of the JDK's image that the app and the platform loader define, several of each package. */
public class Peers {
    private static final String[] NAMES = {
        "com.sun.tools.javac.util.Name", "com.sun.tools.javac.util.Names", "com.sun.tools.javac.util.Context", "com.sun.tools.javac.util.ListBuffer",
        "com.sun.tools.javac.code.Flags", "com.sun.tools.javac.code.Kinds", "java.sql.Driver", "java.sql.Types", "java.sql.Date",
    };

    public static void main(String[] args) throws Exception {
        Map<String, ProtectionDomain> domains = new HashMap<>();
        for (String name : NAMES) {
            Class<?> type = Class.forName(name, false, ClassLoader.getSystemClassLoader());
            ProtectionDomain domain = type.getProtectionDomain();
            boolean isShared = domain == domains.computeIfAbsent(type.getPackageName(), unused -> domain);
            System.out.println(type + " " + type.getClassLoader().getName() + " " + type.getModule() + " " + domain.getCodeSource() + " " + isShared);
            System.out.println(type.getPackage() + " " + Arrays.stream(type.getClassLoader().getDefinedPackages()).map(Package::getName).sorted().toList());
        }
        System.out.println(Class.forName("java.sql.Types").getField("VARCHAR").get(null));
        System.out.println(Class.forName("com.sun.tools.javac.util.Names").getSuperclass());
    }
}
