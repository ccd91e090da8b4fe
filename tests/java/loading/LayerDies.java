import java.io.InputStream;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.ServiceLoader;
import java.util.stream.Stream;

// Module layers die with their loaders, although modules of other layers and the unnamed module read them and export to them.
public class LayerDies {
    record Finder(String name, String reads) implements ModuleFinder {
        @Override
        public Optional<ModuleReference> find(String wanted) { return wanted.equals(name) ? Optional.of(new Reference(descriptor())) : Optional.empty(); }
        @Override
        public Set<ModuleReference> findAll() { return Set.of(new Reference(descriptor())); }
        ModuleDescriptor descriptor() {
            ModuleDescriptor.Builder builder = ModuleDescriptor.newModule(name).packages(Set.of("in." + name)).exports("in." + name);
            return reads == null ? builder.build() : builder.requires(reads).build();
        }
    }
    static class Reference extends ModuleReference {
        Reference(ModuleDescriptor descriptor) { super(descriptor, URI.create("memory:" + descriptor.name())); }
        @Override
        public ModuleReader open() {
            return new ModuleReader() {
                @Override
                public Optional<URI> find(String name) { return Optional.empty(); }
                @Override
                public Stream<String> list() { return Stream.empty(); }
                @Override
                public void close() { }
            };
        }
    }

    static ModuleLayer.Controller layer(ModuleLayer parent, String name, String reads) {
        Configuration configuration = parent.configuration().resolve(new Finder(name, reads), ModuleFinder.of(), Set.of(name));
        return ModuleLayer.defineModulesWithOneLoader(configuration, List.of(parent), ClassLoader.getSystemClassLoader());
    }

    static boolean dies(WeakReference<?> w) throws InterruptedException {
        for (int i = 0; i < 100 && w.get() != null; i++) {
            System.gc();
            Thread.sleep(5);
        }
        return w.get() == null;
    }

    static WeakReference<Module> dying(ModuleLayer.Controller living, int number) {
        ModuleLayer.Controller dying = layer(living.layer(), "short" + number, "lasting");
        Module lasting = living.layer().findModule("lasting").get();
        Module dead = dying.layer().findModule("short" + number).get();
        living.addReads(lasting, dead);
        living.addExports(lasting, "in.lasting", dead);
        living.addOpens(lasting, "in.lasting", dead);
        dying.addReads(dead, LayerDies.class.getModule());
        LayerDies.class.getModule().addReads(dead);
        System.out.println(lasting.canRead(dead) + " " + dead.canRead(lasting) + " " + lasting.isExported("in.lasting", dead) + " " + dead.getLayer().modules());
        return new WeakReference<>(dead);
    }

    public static void main(String[] args) throws Exception {
        ModuleLayer.Controller living = layer(ModuleLayer.boot(), "lasting", null);
        for (int i = 0; i < 4; i++) {
            System.out.println(dies(dying(living, i)));
        }
        Module lasting = living.layer().findModule("lasting").get();
        System.out.println(lasting.isNamed() + " " + lasting.canRead(Object.class.getModule()) + " " + lasting.isExported("in.lasting"));
        System.out.println(ServiceLoader.load(living.layer(), Runnable.class).findFirst().isPresent());
    }
}
