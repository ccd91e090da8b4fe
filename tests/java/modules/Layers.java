// run: -Dlayer.path={modules}
import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

// Module layers made at run time: one loader, many loaders, a loader of one's own per module; layers above each other, the same modules twice, services
// along parents, what cannot be resolved, defined or reached, and what a Controller may change.
public class Layers {
    static final ModuleFinder FINDER = ModuleFinder.of(Path.of(System.getProperty("layer.path")));

    static Configuration configuration(ModuleLayer parent, String... roots) {
        return parent.configuration().resolve(FINDER, ModuleFinder.of(), Set.of(roots));
    }

    static String names(ModuleLayer layer) { return layer.modules().stream().map(Module::getName).sorted().collect(Collectors.joining(",")); }

    static Object call(ModuleLayer layer, String module, String type, String method) throws Exception {
        Class<?> c = layer.findLoader(module).loadClass(type);
        return c.getMethod(method).invoke(null);
    }

    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println((what + ": " + action.call()).replaceAll("@(0x)?[0-9a-f]+", "@HASH"));
        } catch (Throwable t) {
            Throwable thrown = t instanceof java.lang.reflect.InvocationTargetException ? t.getCause() : t;
            System.out.println((what + ": " + thrown + (thrown.getCause() == null ? "" : " <- " + thrown.getCause())).replaceAll("@(0x)?[0-9a-f]+", "@HASH"));
        }
    }

    static class Own extends ClassLoader {
        final String module;
        Own(String module, ClassLoader parent) { super("own " + module, parent); this.module = module; }
        @Override
        protected Class<?> findClass(String moduleName, String name) {
            try (ModuleReader reader = FINDER.find(module).get().open()) {
                byte[] b = reader.read(name.replace('.', '/') + ".class").map(buffer -> {
                    byte[] bytes = new byte[buffer.remaining()];
                    buffer.get(bytes);
                    return bytes;
                }).orElse(null);
                return b == null ? null : defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new Error(e);
            }
        }
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            Class<?> c = findClass(module, name);
            if (c == null) throw new ClassNotFoundException(name);
            return c;
        }
    }

    public static void main(String[] args) throws Exception {
        ModuleLayer boot = ModuleLayer.boot();
        ClassLoader system = ClassLoader.getSystemClassLoader();
        System.out.println(FINDER.findAll().stream().map(r -> r.descriptor().name()).sorted().collect(Collectors.joining(",")));
        Configuration two = configuration(boot, "l.one", "l.three");
        ModuleLayer one = boot.defineModulesWithOneLoader(two, system);
        ModuleLayer many = boot.defineModulesWithManyLoaders(two, system);
        for (ModuleLayer layer : List.of(one, many)) {
            System.out.println(names(layer) + " " + layer.parents().equals(List.of(boot)) + " " + layer.findModule("l.two").isPresent() + " " + layer.findModule("java.base").isPresent() + " " + layer.findLoader("l.one").getName());
            attempt("call", () -> call(layer, "l.one", "one.One", "text"));
            attempt("same loader, modules", () -> call(layer, "l.one", "one.One", "loaders"));
            attempt("services", () -> call(layer, "l.one", "one.One", "services"));
            attempt("not exported", () -> call(layer, "l.three", "three.Third", "hidden"));
            attempt("not there", () -> call(layer, "l.one", "one.Absent", "x"));
            attempt("of another module by this loader", () -> layer.findLoader("l.one").loadClass("three.Third").getModule());
            attempt("no such module", () -> layer.findLoader("l.none"));
            attempt("Class.forName in a module", () -> Class.forName(layer.findModule("l.two").get(), "two.inner.Given") + " " + Class.forName(layer.findModule("l.two").get(), "one.One"));
            attempt("resource", () -> (layer.findLoader("l.two").getResource("two/Two.class") != null) + " " + (layer.findModule("l.two").get().getResourceAsStream("two/inner/Given.class") != null));
            attempt("package", () -> layer.findLoader("l.two").loadClass("two.Two").getPackage() + " " + layer.findLoader("l.two").loadClass("two.Two").getProtectionDomain().getCodeSource().getLocation().getPath().endsWith("l.two/"));
        }
        attempt("two worlds", () -> one.findLoader("l.two").loadClass("two.Two") == many.findLoader("l.two").loadClass("two.Two"));
        attempt("cast between worlds", () -> one.findLoader("l.two").loadClass("two.Service").cast(many.findLoader("l.three").loadClass("three.Third").getConstructor().newInstance()));

        ModuleLayer lower = boot.defineModulesWithOneLoader(configuration(boot, "l.two"), system);
        ModuleLayer upper = lower.defineModulesWithOneLoader(lower.configuration().resolveAndBind(FINDER, ModuleFinder.of(), Set.of("l.one")), system);
        System.out.println(names(lower) + " | " + names(upper) + " | " + upper.findModule("l.two").get().getLayer().equals(lower));
        attempt("stacked", () -> call(upper, "l.one", "one.One", "text") + " " + call(upper, "l.one", "one.One", "loaders") + " " + call(upper, "l.one", "one.One", "services"));

        ModuleLayer.Controller owners = ModuleLayer.defineModules(two, List.of(boot), name -> new Own(name, system));
        attempt("own loaders, alone", () -> owners.layer().findLoader("l.two").loadClass("two.Two").getModule() + " " + owners.layer().findLoader("l.two"));
        attempt("own loaders, not delegating", () -> call(owners.layer(), "l.one", "one.One", "text"));
        Module three = owners.layer().findModule("l.three").get(), own = Layers.class.getModule(), l2 = owners.layer().findModule("l.two").get();
        attempt("before", () -> three.isExported("three", own) + " " + three.isOpen("three", own) + " " + l2.canRead(three));
        attempt("exports", () -> owners.addExports(three, "three", own) != null);
        attempt("after", () -> three.isExported("three", own) + " " + three.isOpen("three", own) + " " + three.isExported("three", l2));
        attempt("reads", () -> owners.addReads(l2, three) == owners && l2.canRead(three));
        attempt("opens", () -> owners.addOpens(three, "three", own) != null && three.isOpen("three", own));
        attempt("opens what is not there", () -> owners.addOpens(three, "four", own));
        attempt("of another layer", () -> owners.addReads(one.findModule("l.one").get(), three));

        attempt("root not found", () -> configuration(boot, "l.none"));
        attempt("dependence not found", () -> boot.configuration().resolve(ModuleFinder.of(Path.of(System.getProperty("layer.path"), "l.one")), ModuleFinder.of(), Set.of("l.one")));
        attempt("java.base again", () -> boot.defineModulesWithOneLoader(boot.configuration().resolve(ModuleFinder.of(), ModuleFinder.ofSystem(), Set.of("java.base")), system));
        attempt("a loader with the package", () -> {
            Own loader = new Own("l.two", system);
            loader.loadClass("two.Two");
            return ModuleLayer.defineModules(configuration(boot, "l.two"), List.of(boot), name -> loader);
        });
        attempt("the system loader", () -> ModuleLayer.defineModules(configuration(boot, "l.two"), List.of(boot), name -> system).layer().findModule("l.two").get().getClassLoader() == system);
        attempt("the system loader again", () -> ModuleLayer.defineModules(configuration(boot, "l.two"), List.of(boot), name -> system));
        attempt("platform loader", () -> ModuleLayer.defineModules(configuration(boot, "l.two"), List.of(boot), name -> ClassLoader.getPlatformClassLoader()));
        attempt("boot loader", () -> ModuleLayer.defineModules(configuration(boot, "l.two"), List.of(boot), name -> null));
        attempt("wrong parents", () -> boot.defineModulesWithOneLoader(upper.configuration(), system));
        attempt("empty", () -> ModuleLayer.empty().modules() + " " + ModuleLayer.empty().parents() + " " + lower);
    }
}
