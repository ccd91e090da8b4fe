package main;

import java.lang.module.ModuleDescriptor;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.stream.Collectors;

public class Main {
    static String sorted(java.util.Collection<?> all) { return new TreeSet<>(all.stream().map(String::valueOf).collect(Collectors.toList())).toString(); }

    public static void main(String[] args) throws Exception {
        Module own = Main.class.getModule();
        ModuleDescriptor d = own.getDescriptor();
        System.out.println(own + " " + own.getName() + " " + own.isOpen("main") + " " + own.isExported("main") + " " + own.getLayer() .equals(ModuleLayer.boot()) + " " + own.getClassLoader().getName());
        System.out.println(d.toNameAndVersion() + " " + d.isOpen() + " " + d.isAutomatic() + " " + d.mainClass() + " " + sorted(d.requires()) + " " + sorted(d.exports()) + " " + sorted(d.opens()) + " " + sorted(d.uses()) + " " + sorted(d.provides()) + " " + sorted(d.packages()) + " " + own.isAnnotationPresent(Deprecated.class));
        System.out.println(sorted(ModuleLayer.boot().modules().stream().filter(m -> m.getName().startsWith("m.")).collect(Collectors.toList())));
        System.out.println(own.canRead(ModuleLayer.boot().findModule("m.lib").get()) + " " + ModuleLayer.boot().findModule("java.desktop").isPresent() + " " + ModuleLayer.boot().findModule("m.unused").isPresent() + " " + own.canUse(lib.Service.class) + " " + own.getPackages());
        for (lib.Service s : ServiceLoader.load(lib.Service.class)) System.out.println(s.serve() + " " + s.getClass().getModule());
        System.out.println(ServiceLoader.load(lib.Service.class).stream().map(p -> p.type().getSimpleName()).sorted().collect(Collectors.toList()));
        try {
            ServiceLoader.load(java.util.spi.ToolProvider.class);
        } catch (Throwable t) {
            System.out.println(t);
        }
        System.out.println(new lib.Lib().where() + " " + lib.Lib.caller());
        System.out.println(Class.forName("lib.Lib").getPackage() + " " + Main.class.getPackage().getName() + " " + Class.forName(own, "main.Own").getName() + " " + Class.forName(own, "lib.Lib") + " " + Class.forName(ModuleLayer.boot().findModule("m.lib").get(), "lib.inner.Inner"));
        System.out.println(Main.class.getResource("Main.class").getProtocol() + " " + (own.getResourceAsStream("main/Main.class") != null) + " " + (own.getResourceAsStream("module-info.class").read() == 0xca) + " " + Main.class.getResource("/lib/Lib.class") + " " + (ClassLoader.getSystemResource("lib/Lib.class") != null) + " " + ClassLoader.getSystemResource("lib/absent.txt"));
        System.out.println(Main.class.getProtectionDomain().getCodeSource().getLocation().getPath().endsWith("m.main/") + " " + System.getProperty("jdk.module.main") + " " + System.getProperty("jdk.module.main.class") + " " + System.getProperty("jdk.module.path").isEmpty() + " " + System.getProperty("sun.java.command"));
        try {
            lib.Lib.fail();
        } catch (IllegalStateException e) {
            for (StackTraceElement at : e.getStackTrace()) System.out.println("  " + at);
        }
        try {
            Object o = "text";
            System.out.println((lib.Lib) o);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Runnable r = () -> System.out.println("lambda in " + Main.class.getModule());
        r.run();
        System.out.println(r.getClass().getModule() + " " + String.join(",", args));
        lib.Lib.fail();
    }
}
