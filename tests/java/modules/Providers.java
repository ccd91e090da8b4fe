// javac: --module-path {modules} --add-modules s.api
// run: --module-path {modules} --add-modules s.impl
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

// ServiceLoader with providers in named modules and on the class path: constructors and provider methods, the order, faults of a provider or of its
// configuration file one at a time, streams, reload, and loaders that see less.
public class Providers {
    public static class Star implements api.Shape { public String name() { return "star"; } }
    public static class NoShape { }
    static class Hidden implements api.Shape { public String name() { return "hidden"; } }

    static void walk(String what, ServiceLoader<api.Shape> loader) {
        System.out.println("-- " + what + " " + loader);
        Iterator<api.Shape> all = loader.iterator();
        for (int k = 0; k < 12; k++) {
            try {
                if (!all.hasNext()) break;
                api.Shape shape = all.next();
                System.out.println("   " + shape.name() + " " + shape.getClass().getModule().isNamed());
            } catch (ServiceConfigurationError e) {
                System.out.println("   " + (e + " <- " + e.getCause()).replaceAll("(jar|file):/[^ ,]*/", ""));
            }
        }
    }

    public static void main(String[] args) {
        ServiceLoader<api.Shape> shapes = ServiceLoader.load(api.Shape.class);
        walk("class path and modules", shapes);
        walk("once more, cached", shapes);
        shapes.reload();
        System.out.println(shapes.stream().limit(3).map(p -> p.type().getName()).sorted().collect(java.util.stream.Collectors.toList()));
        walk("asked by the module", api.Shape.fromModule());
        walk("platform loader", ServiceLoader.load(api.Shape.class, ClassLoader.getPlatformClassLoader()));
        walk("installed", ServiceLoader.loadInstalled(api.Shape.class));
        walk("boot layer", ServiceLoader.load(ModuleLayer.boot(), api.Shape.class));
        System.out.println(ServiceLoader.load(Runnable.class).findFirst());
        System.out.println(ServiceLoader.load(java.util.spi.ToolProvider.class).stream().map(p -> p.get().name()).sorted().collect(java.util.stream.Collectors.toList()).contains("javac"));
    }
}
