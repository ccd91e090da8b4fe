// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.concurrent.Callable;
import jdk.internal.org.objectweb.asm.ClassWriter;

// What ClassLoader.defineClass refuses, and with which words: names that are taken, wrong, prohibited or no names, damaged bytes (JVMS 5.3.5 steps 1 to 4).
public class DuplicatesAndNames {
    static byte[] bytes(String name, int access, int version) {
        ClassWriter w = new ClassWriter(0);
        w.visit(version, access, name, null, "java/lang/Object", null);
        w.visitEnd();
        return w.toByteArray();
    }

    static byte[] bytes(String name) { return bytes(name, 0x21, 52); }

    static class Own extends ClassLoader {
        Own(String name, ClassLoader parent) { super(name, parent); }
        Class<?> define(String name, byte[] b) { return defineClass(name, b, 0, b.length); }
        Class<?> define(String name, byte[] b, ProtectionDomain domain) { return defineClass(name, b, 0, b.length, domain); }
        Class<?> found(String name) { return findLoadedClass(name); }
    }

    static class Nameless extends ClassLoader {
        Class<?> define(String name, byte[] b) { return defineClass(name, b, 0, b.length); }
    }

    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println(what + ": " + action.call());
        } catch (Throwable t) {
            System.out.println((what + ": " + t + (t.getCause() == null ? "" : " <- " + t.getCause())).replaceAll("@[0-9a-f]+", "@HASH"));
        }
    }

    public static void main(String[] args) throws Exception {
        Own own = new Own("own", DuplicatesAndNames.class.getClassLoader()), bare = new Own("bare", null);
        Own child = new Own("child", own);
        attempt("first", () -> own.define("p.A", bytes("p/A")));
        attempt("twice", () -> own.define("p.A", bytes("p/A")));
        attempt("twice, interface", () -> own.define("p.A", bytes("p/A", 0x0601, 52)));
        attempt("twice, another version", () -> own.define(null, bytes("p/A", 0x21, 61)));
        attempt("same name, another loader", () -> bare.define("p.A", bytes("p/A")) != own.found("p.A"));
        attempt("twice there", () -> bare.define("p.A", bytes("p/A")));
        attempt("twice in the child", () -> { child.define("p.A", bytes("p/A")); return child.define("p.A", bytes("p/A")); });
        attempt("twice, nameless", () -> { Nameless n = new Nameless(); n.define(null, bytes("N")); return n.define("N", bytes("N")); });
        attempt("wrong name", () -> own.define("p.B", bytes("p/C")));
        attempt("wrong package", () -> own.define("q.C", bytes("p/C")));
        attempt("wrong letter case", () -> own.define("p.c", bytes("p/C")));
        attempt("nothing was defined", () -> own.found("p.B") + " " + own.found("p.C") + " " + own.found("p.c"));
        attempt("slashes", () -> own.define("p/C", bytes("p/C")));
        attempt("array", () -> own.define("[Lp.C;", bytes("p/C")));
        attempt("array as file", () -> own.define(null, bytes("[Lp/C;")));
        attempt("empty name", () -> own.define("", bytes("p/C")));
        attempt("empty name in the file", () -> own.define(null, bytes("")));
        attempt("dots in the file", () -> own.define(null, bytes("p.C")));
        attempt("semicolon", () -> own.define("p.C;", bytes("p/C;")));
        attempt("slash at the end", () -> own.define(null, bytes("p/C/")));
        attempt("slash at the start", () -> own.define(null, bytes("/p/C")));
        attempt("two slashes", () -> own.define(null, bytes("p//C")));
        attempt("odd letters", () -> own.define("p.<C>-\u00e4\u4e2d ", bytes("p/<C>-\u00e4\u4e2d ")));
        attempt("java.", () -> own.define("java.lang.Mine", bytes("java/lang/Mine")));
        attempt("java. by the file", () -> own.define(null, bytes("java/lang/Mine")));
        attempt("java/x", () -> own.define("java.Mine", bytes("java/Mine")));
        attempt("javax", () -> own.define("javax.Mine", bytes("javax/Mine")));
        attempt("javanese", () -> own.define("javanese.Mine", bytes("javanese/Mine")));
        attempt("jdk.internal", () -> own.define("jdk.internal.misc.Mine", bytes("jdk/internal/misc/Mine")).getModule().isNamed());
        attempt("its own String", () -> own.define("java.lang.String", bytes("java/lang/String")));
        attempt("String by another name", () -> own.define(null, bytes("String")) == String.class);
        attempt("module-info", () -> own.define(null, bytes("module-info", 0x8000, 53)));
        attempt("package-info", () -> own.define("p.package-info", bytes("p/package-info", 0x1600, 52)).isInterface());
        attempt("old interface package-info", () -> own.define("q.package-info", bytes("q/package-info", 0x0600, 49)).isInterface());
        byte[] good = bytes("d/D");
        attempt("no bytes", () -> own.define("d.D", new byte[0]));
        attempt("bad magic", () -> { byte[] b = good.clone(); b[0] = 1; return own.define("d.D", b); });
        attempt("magic alone", () -> own.define("d.D", Arrays.copyOf(good, 4)));
        attempt("cut", () -> own.define("d.D", Arrays.copyOf(good, good.length - 1)));
        attempt("cut, nameless", () -> own.define(null, Arrays.copyOf(good, 9)));
        attempt("longer", () -> own.define("d.D", Arrays.copyOf(good, good.length + 1)));
        attempt("future", () -> own.define("d.D", bytes("d/D", 0x21, 62)));
        attempt("preview", () -> own.define("d.D", bytes("d/D", 0x21, 61 | 0xffff0000)));
        attempt("old preview", () -> own.define("d.D", bytes("d/D", 0x21, 60 | 0xffff0000)));
        attempt("minor version", () -> own.define("d.D", bytes("d/D", 0x21, 61 | 1 << 16)));
        attempt("too old", () -> own.define("d.D", bytes("d/D", 0x21, 44)));
        attempt("oldest", () -> own.define("d.D", bytes("d/D", 0x21, 45 | 3 << 16)));
        attempt("final interface", () -> own.define("d.E", bytes("d/E", 0x0611, 52)));
        attempt("final abstract", () -> own.define("d.E", bytes("d/E", 0x0431, 52)));
        attempt("annotation without interface", () -> own.define("d.E", bytes("d/E", 0x2001, 52)));

        ProtectionDomain signed = new ProtectionDomain(new CodeSource(new java.net.URL("file:/signed/"), (Certificate[]) null), null);
        attempt("domain", () -> own.define("s.S", bytes("s/S"), signed).getProtectionDomain().getCodeSource().getLocation());
        attempt("default domain", () -> own.found("p.A").getProtectionDomain().getCodeSource() + " " + own.found("p.A").getProtectionDomain().getClassLoader().getName());
        attempt("domains are one", () -> own.found("p.A").getProtectionDomain() == own.found("javax.Mine").getProtectionDomain());
        attempt("domain of String", () -> String.class.getProtectionDomain().getCodeSource() + " " + int[].class.getProtectionDomain().getClassLoader() + " " + (int.class.getProtectionDomain() == String.class.getProtectionDomain()));
    }
}
