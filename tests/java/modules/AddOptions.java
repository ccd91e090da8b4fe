// run: --add-opens java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED,java.logging --add-exports java.base/sun.security.util=ALL-UNNAMED --add-reads java.base=java.logging --add-reads=java.logging=ALL-UNNAMED --add-modules java.sql --limit-modules java.sql,java.logging --add-modules=java.xml,java.logging
import java.util.stream.Collectors;

// --add-opens, --add-exports, --add-reads, --add-modules and --limit-modules in both their forms, repeated, and what of them the program sees.
public class AddOptions {
    static Object field(Class<?> c, String name, Object of) {
        try {
            java.lang.reflect.Field f = c.getDeclaredField(name);
            f.setAccessible(true);
            return f.get(of);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return e.toString().replaceAll("@(0x)?[0-9a-f]+", "@HASH");
        }
    }

    public static void main(String[] args) {
        ModuleLayer boot = ModuleLayer.boot();
        System.out.println(boot.modules().stream().map(Module::getName).sorted().collect(Collectors.toList()));
        Module base = Object.class.getModule(), own = AddOptions.class.getModule(), logging = boot.findModule("java.logging").get();
        for (String p : new String[] {"java.lang", "java.util", "sun.security.util", "sun.security.x509", "java.io"}) {
            System.out.println(p + " " + base.isOpen(p) + base.isOpen(p, own) + base.isOpen(p, logging) + " " + base.isExported(p) + base.isExported(p, own) + base.isExported(p, logging));
        }
        System.out.println(base.canRead(logging) + " " + base.canRead(own) + " " + logging.canRead(own) + " " + logging.canRead(base) + " " + own.canRead(base) + " " + boot.findModule("java.xml").get().canRead(own));
        System.out.println(field(String.class, "hash", "x") instanceof Integer);
        System.out.println(field(java.util.ArrayList.class, "size", new java.util.ArrayList<>(java.util.List.of(1, 2))));
        System.out.println(field(java.io.File.class, "path", new java.io.File("x")));
        for (String name : new String[] {"java.sql.Connection", "java.util.logging.Level", "javax.xml.parsers.SAXParser", "java.awt.Point", "javax.management.ObjectName", "sun.security.util.Length", "jdk.net.Sockets"}) {
            try {
                Class<?> c = Class.forName(name);
                System.out.println(name + " " + c.getModule() + " " + (c.getClassLoader() == null ? null : c.getClassLoader().getName()));
            } catch (ClassNotFoundException e) {
                System.out.println(e);
            }
        }
        java.util.Properties all = System.getProperties();
        System.out.println(all.stringPropertyNames().stream().filter(k -> k.startsWith("jdk.module")).sorted().collect(Collectors.toList()));
    }
}
