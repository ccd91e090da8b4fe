import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.util.*;
import java.util.stream.Collectors;

// Tells all that one can see of the boot layer and the built-in class loaders: the same, whoever has made them.
public class Modules {
    static void say(String what, Object value) {
        System.out.println(what + ": " + value);
    }

    static String sorted(Collection<?> values) {
        return values.stream().map(String::valueOf).sorted().collect(Collectors.joining(" "));
    }

    static String nameOf(ClassLoader loader) {
        return loader == null ? "boot" : loader.getName() + "/" + loader.getClass().getName();
    }

    static void describe(Module module, Module mine) {
        String name = module.getName();
        ModuleDescriptor descriptor = module.getDescriptor();
        ResolvedModule resolved = ModuleLayer.boot().configuration().findModule(name).orElseThrow();
        ModuleReference reference = resolved.reference();
        say(name, descriptor.toNameAndVersion());
        say("  kind", descriptor.modifiers() + " " + descriptor.rawVersion() + " " + descriptor.mainClass() + " " + descriptor.isOpen());
        say("  requires", sorted(descriptor.requires()));
        say("  exports", sorted(descriptor.exports().stream().map(each -> each.source() + each.modifiers() + "=" + sorted(each.targets())).toList()));
        say("  opens", sorted(descriptor.opens().stream().map(each -> each.source() + each.modifiers() + "=" + sorted(each.targets())).toList()));
        say("  uses", sorted(descriptor.uses()));
        say("  provides", sorted(descriptor.provides()));
        say("  packages", sorted(module.getPackages()) + " " + (module.getPackages().equals(descriptor.packages())));
        say("  where", reference.location() + " " + nameOf(module.getClassLoader()) + " " + (module.getLayer() == ModuleLayer.boot()));
        say("  reads", sorted(resolved.reads().stream().map(ResolvedModule::name).toList()));
        StringBuilder rights = new StringBuilder();
        for (Module other : ModuleLayer.boot().modules())
            if (module.canRead(other))
                rights.append(other.getName().length()).append(' ');
        say("  can read", rights.chars().filter(c -> c == ' ').count() + " " + module.canRead(mine) + " " + mine.canRead(module));
        for (String pack : new TreeSet<>(module.getPackages())) {
            long friends = ModuleLayer.boot().modules().stream().filter(other -> module.isExported(pack, other)).count();
            long opened = ModuleLayer.boot().modules().stream().filter(other -> module.isOpen(pack, other)).count();
            say("  " + pack, module.isExported(pack) + " " + module.isOpen(pack) + " " + module.isExported(pack, mine) + " " + friends + " " + opened);
        }
    }

    static void tryTo(String what, String className) {
        try {
            Class<?> found = Class.forName(className);
            Object made = found.getDeclaredConstructor().newInstance();
            say(what, "made " + made.getClass() + " " + found.getModule() + " " + nameOf(found.getClassLoader()));
        } catch (ReflectiveOperationException | LinkageError e) {
            say(what, e.toString().replaceAll("@[0-9a-f]+", "@"));
        }
    }

    public static void main(String[] args) throws Exception {
        Module mine = Modules.class.getModule();
        ModuleLayer boot = ModuleLayer.boot();
        for (Module module : new TreeSet<>(Comparator.comparing(Module::getName)) {{ addAll(boot.modules()); }})
            describe(module, mine);
        say("layer", boot.parents() + " " + boot.modules().size() + " " + boot.configuration().modules().size() + " " + boot.findModule("java.sql").isPresent());
        say("empty", boot.parents().get(0) == ModuleLayer.empty());
        say("object", Object.class.getModule() + " " + (Object.class.getModule() == boot.findModule("java.base").get()));
        ClassLoader app = ClassLoader.getSystemClassLoader(), platform = ClassLoader.getPlatformClassLoader();
        for (ClassLoader loader : List.of(app, platform))
            say("loader", loader.getName() + " " + loader.getClass() + " " + nameOf(loader.getParent()) + " " + loader.getUnnamedModule().isNamed() + " "
                + loader.isRegisteredAsParallelCapable() + " " + (loader.getUnnamedModule().getClassLoader() == loader) + " "
                + Arrays.toString(loader.getDefinedPackages()));
        say("mine", mine.isNamed() + " " + (mine == app.getUnnamedModule()) + " " + (Modules.class.getClassLoader() == app));
        say("domain", Modules.class.getProtectionDomain().getClassLoader() == app);
        say("found", app.getResource("Modules.class") != null && app.getResource("java/lang/Object.class") != null);
        for (Class<?> service : List.of(java.nio.file.spi.FileSystemProvider.class, java.util.spi.ToolProvider.class, java.sql.Driver.class,
                                        java.net.spi.URLStreamHandlerProvider.class))
            say(service.getName(), sorted(ServiceLoader.load(service).stream().map(provider -> provider.type().getName()).toList()));
        tryTo("hidden", "jdk.internal.misc.Unsafe");
        tryTo("public", "java.util.ArrayList");
        tryTo("tool", "com.sun.tools.javac.file.JavacFileManager");
        tryTo("driver", "java.sql.DriverPropertyInfo");
        // A layer on top of the stored one.
        var finder = java.lang.module.ModuleFinder.ofSystem();
        say("system", finder.findAll().size() + " " + finder.find("java.xml").orElseThrow().descriptor().equals(boot.findModule("java.xml").orElseThrow().getDescriptor()));
        var child = boot.defineModulesWithOneLoader(boot.configuration().resolve(java.lang.module.ModuleFinder.of(), finder, Set.of()), app);
        say("child", child.modules() + " " + child.parents().contains(boot) + " " + child.findModule("java.base").isPresent());
        // Sets of stored objects find what is in them, by identity hashes, too.
        ResolvedModule base = boot.configuration().findModule("java.base").orElseThrow();
        say("contains", boot.configuration().modules().stream().filter(module -> module.reads().contains(base)).count()
            + " " + boot.configuration().modules().contains(base));
        mine.addReads(boot.findModule("java.sql").orElseThrow());
        say("added", mine.canRead(boot.findModule("java.sql").orElseThrow()));
    }
}
