// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import jdk.internal.org.objectweb.asm.ClassWriter;

// Package objects and protection domains of classes from jars and folders: titles and versions of manifests, sealed packages, code sources, packages of
// the boot loader, of arrays and of hidden classes; multi-release jars and Class-Path of manifests on the way.
public class PackagesAndDomains {
    static byte[] type(String name, String text) {
        ClassWriter w = new ClassWriter(0);
        w.visit(52, 0x21, name, null, "java/lang/Object", null);
        w.visitField(0x19, "TEXT", "Ljava/lang/String;", null, text).visitEnd();
        w.visitEnd();
        return w.toByteArray();
    }

    /** Entries "name=text"; those that end in .class are made, the others are the text itself. Manifest lines "Key: value" or "path/ Key: value". */
    static Path jar(String name, List<String> manifest, String... entries) throws Exception {
        Manifest lines = new Manifest();
        lines.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        for (String line : manifest) {
            String section = line.contains("/ ") ? line.substring(0, line.indexOf(' ')) : null;
            String[] pair = (section == null ? line : line.substring(section.length() + 1)).split(": ");
            Attributes to = section == null ? lines.getMainAttributes() : lines.getEntries().computeIfAbsent(section, k -> new Attributes());
            to.put(new Attributes.Name(pair[0]), pair[1]);
        }
        Path path = Path.of(name);
        try (OutputStream file = Files.newOutputStream(path); JarOutputStream out = new JarOutputStream(file, lines)) {
            for (String entry : entries) {
                String[] pair = entry.split("=");
                out.putNextEntry(new ZipEntry(pair[0]));
                out.write(pair[0].endsWith(".class") ? type(pair[0].replaceAll("^META-INF/versions/\\d+/", "").replace(".class", ""), pair[1]) : pair[1].getBytes());
                out.closeEntry();
            }
        }
        return path;
    }

    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println(what + ": " + action.call());
        } catch (Throwable t) {
            System.out.println((what + ": " + t).replaceAll("file:/[^ ]*/", "").replaceAll("@[0-9a-f]+", "@HASH"));
        }
    }

    static Object text(Class<?> c) throws Exception { return c.getField("TEXT").get(null); }

    static String facts(Package p) {
        return p + " " + p.getName() + " " + p.getSpecificationTitle() + " " + p.getSpecificationVersion() + " " + p.getSpecificationVendor() + " " + p.getImplementationTitle() + " " + p.getImplementationVersion() + " " + p.getImplementationVendor() + " sealed " + p.isSealed();
    }

    static String names(ClassLoader loader) { return Arrays.toString(Arrays.stream(loader.getDefinedPackages()).map(Package::getName).sorted().toArray()); }

    static class Own extends ClassLoader {
        Class<?> define(String name, byte[] b) { return defineClass(name, b, 0, b.length); }
        Package pack(String name, URL seal) { return definePackage(name, "t", "1.2", "v", "it", "iv", "ivend", seal); }
        Package any(String name) { return getPackage(name); }
        Package[] all() { return getPackages(); }
    }

    public static void main(String[] args) throws Exception {
        Path one = jar("one.jar", List.of("Specification-Title: Spec", "Specification-Version: 1.4", "Implementation-Vendor: Maker", "b/ Sealed: true", "b/ Implementation-Title: Bees", "Class-Path: more.jar absent.jar"),
                       "a/A.class=a of one", "b/B.class=b of one", "res/r.txt=one's", "a/nested/deep.txt=deep");
        Path two = jar("two.jar", List.of("Sealed: true", "c/ Sealed: false"), "a/A2.class=a of two", "b/B2.class=b of two", "c/C.class=c of two", "d/D.class=d of two", "res/r.txt=two's");
        jar("more.jar", List.of("Multi-Release: true"), "mr/M.class=base", "META-INF/versions/9/mr/M.class=nine", "META-INF/versions/17/mr/M.class=seventeen", "META-INF/versions/18/mr/M.class=eighteen",
            "mr/Plain.class=plain", "META-INF/versions/11/mr/Only.class=only in eleven", "mr/t.txt=old", "META-INF/versions/10/mr/t.txt=new", "META-INF/versions/10/mr/extra.txt=extra");
        Path single = jar("single.jar", List.of(), "mr/M.class=base", "META-INF/versions/9/mr/M.class=nine");
        URLClassLoader loader = new URLClassLoader("jars", new URL[] {one.toUri().toURL(), two.toUri().toURL()}, PackagesAndDomains.class.getClassLoader());
        Class<?> a = loader.loadClass("a.A"), b = loader.loadClass("b.B");
        attempt("a", () -> text(a) + " " + facts(a.getPackage()));
        attempt("b", () -> text(b) + " " + facts(b.getPackage()) + " " + b.getPackage().isSealed(one.toUri().toURL()) + b.getPackage().isSealed(two.toUri().toURL()));
        attempt("into a package that was open", () -> loader.loadClass("a.A2"));
        attempt("into a sealed package", () -> loader.loadClass("b.B2"));
        attempt("c, not sealed in a sealed jar", () -> facts(loader.loadClass("c.C").getPackage()));
        attempt("d, sealed by the jar", () -> facts(loader.loadClass("d.D").getPackage()));
        attempt("defined", () -> names(loader));
        attempt("code source", () -> a.getProtectionDomain().getCodeSource().getLocation().getPath().endsWith("one.jar") + " " + (a.getProtectionDomain() == b.getProtectionDomain()) + " " + a.getProtectionDomain().getClassLoader().getName() + " " + a.getSigners());
        for (String name : new String[] {"mr.M", "mr.Plain", "mr.Only"}) attempt("multi-release " + name, () -> text(loader.loadClass(name)));
        attempt("multi-release, not said", () -> text(new URLClassLoader(new URL[] {single.toUri().toURL()}, null).loadClass("mr.M")));
        attempt("resources", () -> new String(loader.getResourceAsStream("mr/t.txt").readAllBytes()) + new String(loader.getResourceAsStream("mr/extra.txt").readAllBytes()) + loader.getResource("mr/absent.txt"));
        attempt("resource url", () -> loader.getResource("mr/t.txt").toString().replaceAll(".*/more", "more") + " " + loader.getResource("a/nested/deep.txt").getProtocol() + " " + (loader.findResource("a/nested/") != null) + " " + loader.getResource("/a/A.class"));
        attempt("all of a name", () -> {
            List<String> found = new ArrayList<>();
            for (URL url : Collections.list(loader.getResources("res/r.txt"))) found.add(new String(url.openStream().readAllBytes()));
            return found;
        });
        attempt("of a class", () -> new String(a.getResourceAsStream("/res/r.txt").readAllBytes()) + " " + a.getResource("nested/deep.txt").getPath().endsWith("one.jar!/a/nested/deep.txt") + " " + a.getResource("r.txt"));
        loader.close();
        attempt("closed", () -> loader.loadClass("d.E"));
        attempt("closed, resource", () -> loader.getResource("res/r.txt"));

        Own own = new Own();
        attempt("own package", () -> facts(own.pack("p.q", new URL("file:/seal"))));
        attempt("own class in it", () -> own.define("p.q.X", type("p/q/X", "x")).getPackage() == own.getDefinedPackage("p.q"));
        attempt("own class, new package", () -> facts(own.define("r.X", type("r/X", "x")).getPackage()));
        attempt("unnamed package", () -> "'" + own.define("X", type("X", "x")).getPackage().getName() + "' " + own.define("Y", type("Y", "y")).getPackage() + " " + names(own));
        attempt("twice", () -> own.pack("p.q", null));
        attempt("inherited", () -> own.any("java.util") + " " + own.any("p.q") + " " + own.any("no.such") + " " + own.getDefinedPackage("java.util"));
        attempt("compatible", () -> own.getDefinedPackage("p.q").isCompatibleWith("1.1") + " " + own.getDefinedPackage("p.q").isCompatibleWith("1.3"));
        attempt("not a version", () -> own.getDefinedPackage("p.q").isCompatibleWith("one"));
        attempt("no version", () -> own.getDefinedPackage("r").isCompatibleWith("1"));
        attempt("of the boot loader", () -> facts(String.class.getPackage()) + " " + Object.class.getPackage().isSealed() + " " + Package.getPackage("java.lang"));
        attempt("of arrays and primitives", () -> String[].class.getPackage() + " " + int.class.getPackage() + " " + int[].class.getPackage() + " " + String[][].class.getPackageName() + " " + int.class.getPackageName());
        attempt("of a lambda", () -> {
            Runnable r = () -> { };
            return "'" + r.getClass().getPackageName() + "' " + (r.getClass().getPackage() == PackagesAndDomains.class.getPackage());
        });
        attempt("of a proxy", () -> java.lang.reflect.Proxy.getProxyClass(loader, Runnable.class).getPackageName());
        attempt("annotation of a package", () -> String.class.getPackage().getAnnotations().length);
    }
}
