// Class files pass through transformers before they are classes: in order, those that can retransform last; again when a class is
// retransformed or redefined; not when one throws or answers null. All definers: class path, boot, defineClass, Lookup.defineClass; not
// hidden classes.
// manifest: Premain-Class: Transformers; Can-Redefine-Classes: true; Can-Retransform-Classes: true
// run: -javaagent:{jar}=one,two

import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

class First { static String text() { return "text-----"; } }
class Second { static String text() { return "text-----"; } }
class Thrown { static String text() { return "text-----"; } }
class Broken { static String text() { return "text-----"; } }
class ByLookup { public static String text() { return "text-----"; } }
class ByDefine { public static String text() { return "text-----"; } }
class Hidden { public static String text() { return "text-----"; } }
class Late { static String text() { return "text-----"; } }

public class Transformers {
    static Instrumentation instrumentation;
    static List<String> log = new ArrayList<>();

    public static void premain(String options, Instrumentation given) {
        System.out.println("premain " + options + " in " + Thread.currentThread().getName());
        instrumentation = given;
    }

    static final Set<String> WATCHED = Set.of("First", "Second", "Thrown", "Broken", "ByLookup", "ByDefine", "Hidden", "Late", 
            "java/util/zip/CheckedInputStream", "java/util/zip/Adler32");

    // Puts its letter in place of the first dash of the class's text.
    static class Letter implements ClassFileTransformer {
        final String letter;
        Letter(String letter) { this.letter = letter; }
        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
            if (!WATCHED.contains(name)) return null;
            log.add(letter + ":" + name + (redefined == null ? "" : "(again)") + (loader == null ? "@boot" : "") + (domain == null ? "" : "+domain"));
            if (name.equals("Thrown") && letter.equals("b")) throw new IllegalStateException("not shown");
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            int at = text.indexOf("text");
            if (at < 0) return null;
            int dash = text.indexOf("-", at);
            if (dash < 0 || dash > at + 9) return null;
            byte[] changed = bytes.clone();
            changed[dash] = (byte) letter.charAt(0);
            return changed;
        }
    }
    static class Module2 implements ClassFileTransformer {
        @Override
        public byte[] transform(Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
            if (WATCHED.contains(name)) log.add("module:" + name + "@" + (module.isNamed() ? module.getName() : "unnamed"));
            return null;
        }
    }

    static void show(String what) {
        System.out.println(what + " " + log);
        log.clear();
    }

    static byte[] bytesOf(String name) throws Exception {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        }
    }

    public static void main(String[] args) throws Exception {
        Letter a = new Letter("a");
        Letter b = new Letter("b");
        Letter r = new Letter("r");
        instrumentation.addTransformer(r, true);
        instrumentation.addTransformer(a);
        instrumentation.addTransformer(b);
        show("first " + First.text());
        instrumentation.addTransformer(new Module2());
        show("second " + Second.text());
        instrumentation.retransformClasses(First.class);
        show("retransformed " + First.text());
        Letter s = new Letter("s");
        instrumentation.addTransformer(s, true);
        instrumentation.retransformClasses(First.class, Second.class);
        show("retransformed " + First.text() + " " + Second.text());
        instrumentation.redefineClasses(new ClassDefinition(First.class, bytesOf("First")));
        show("redefined " + First.text());
        System.out.println("removed " + instrumentation.removeTransformer(r) + " " + instrumentation.removeTransformer(r));
        instrumentation.retransformClasses(First.class);
        show("without r " + First.text());
        instrumentation.removeTransformer(a);
        instrumentation.retransformClasses(First.class);
        show("a stays " + First.text());
        show("thrown " + Thrown.text());
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Class<?> byDefine = new ClassLoader(null) {
            Class<?> define(byte[] bytes) { return defineClass("ByDefine", bytes, 0, bytes.length); }
        }.define(bytesOf("ByDefine"));
        java.lang.reflect.Method text = byDefine.getDeclaredMethod("text");
        text.setAccessible(true);
        show("defineClass " + text.invoke(null));
        text = lookup.defineClass(bytesOf("ByLookup")).getDeclaredMethod("text");
        text.setAccessible(true);
        show("Lookup.defineClass " + text.invoke(null));
        Class<?> hidden = lookup.defineHiddenClass(bytesOf("Hidden"), true).lookupClass();
        text = hidden.getDeclaredMethod("text");
        text.setAccessible(true);
        show("hidden " + text.invoke(null));
        Class.forName("java.util.zip.CheckedInputStream");
        show("boot");
        java.util.zip.CheckedInputStream.class.getName();
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
                return "Broken".equals(name) ? new byte[] {1, 2, 3} : null;
            }
        });
        try {
            System.out.println(Broken.text());
        } catch (ClassFormatError e) {
            System.out.println("broken: " + e.getMessage());
        }
        show("after");
        List<String> loaded = new ArrayList<>();
        for (Class<?> c : instrumentation.getAllLoadedClasses()) {
            if (c.getClassLoader() == Transformers.class.getClassLoader() && !c.isHidden() && !c.isArray()) loaded.add(c.getName());
        }
        loaded.removeIf(name -> name.contains("$") || name.contains("."));
        loaded.sort(null);
        System.out.println(loaded);
        List<Class<?>> initiated = Arrays.asList(instrumentation.getInitiatedClasses(Transformers.class.getClassLoader()));
        System.out.println(initiated.contains(First.class) + " " + initiated.contains(String.class) + " " + initiated.contains(hidden));
        System.out.println(instrumentation.getObjectSize(new byte[100]) >= 116 && instrumentation.getObjectSize(new Object()) <= 16);
        Class<?>[] all = instrumentation.getAllLoadedClasses();
        System.out.println(Arrays.asList(all).contains(hidden) + " " + Arrays.asList(all).contains(Object.class) + " " + Arrays.asList(all).contains(int[].class)
                + " " + Arrays.asList(all).contains(int.class) + " " + (all.length > 400));
    }
}
