import java.lang.reflect.*;
import java.util.*;

// Class.forName in each of its forms, what it refuses, and what it initializes; ClassLoader.loadClass beside it (JVMS 5.3, 5.5).
public class ForNames {
    static class Quiet { static { System.out.println("Quiet initialized"); } }
    static class Loud { static { System.out.println("Loud initialized"); } }
    static class Fails { static { if (true) throw new IllegalStateException("no"); } }
    interface Face { Object X = Loud2.make(); }
    static class Loud2 { static { System.out.println("Loud2 initialized"); } static Object make() { System.out.println("Face initialized"); return null; } }

    static void attempt(String what, java.util.concurrent.Callable<Object> c) {
        try {
            System.out.println(what + " -> " + c.call());
        } catch (Throwable e) {
            System.out.println(what + " -> " + e + (e.getCause() == null ? "" : " <- " + e.getCause()));
        }
    }

    public static void main(String[] args) throws Exception {
        ClassLoader app = ForNames.class.getClassLoader();
        for (String name : new String[] {"java.lang.String", "[I", "[[J", "[Ljava.lang.String;", "[[LForNames$Quiet;", "[LForNames;", "ForNames$Quiet", "int", "void", "I", "V", "[V", "[", "[[", "", " ", ".", "/", "java/lang/String", "[Ljava/lang/String;", "[java.lang.String", "[LForNames", "LForNames;", "ForNames;", "[LForNames;;", "[L;", "[Q", "[Lno.Such;", "no.Such", "java.lang.string", "ForNames.Quiet", "ForNames$", "String", "java.lang", "java..lang", ".java.lang.String", "java.lang.String.", "[[[[[[[[[[Z", "\u00e4\u4e2d\ud83d\ude00", "a\0b"}) {
            attempt("'" + name.replace('\0', '0') + "'", () -> Class.forName(name, false, app));
        }
        attempt("255", () -> Class.forName("[".repeat(255) + "I").getName().length());
        attempt("256", () -> Class.forName("[".repeat(256) + "I").getName().length());
        attempt("null", () -> Class.forName(null));
        attempt("long name", () -> Class.forName("x".repeat(70000)).getName().length());
        attempt("no init", () -> Class.forName("ForNames$Quiet", false, app) == Quiet.class);
        attempt("array", () -> Class.forName("[LForNames$Loud;", true, app));
        attempt("init", () -> Class.forName("ForNames$Loud", true, app));
        attempt("again", () -> Class.forName("ForNames$Loud"));
        attempt("interface", () -> Class.forName("ForNames$Face"));
        attempt("fails", () -> Class.forName("ForNames$Fails"));
        attempt("fails again", () -> Class.forName("ForNames$Fails"));
        attempt("fails quietly", () -> Class.forName("ForNames$Fails", false, app));
        attempt("boot", () -> Class.forName("java.util.List", true, null));
        attempt("boot knows no app", () -> Class.forName("ForNames", true, null));
        attempt("platform", () -> Class.forName("java.sql.Connection", false, ClassLoader.getPlatformClassLoader()).getModule());
        attempt("platform knows no app", () -> Class.forName("ForNames", false, ClassLoader.getPlatformClassLoader()));
        Module base = Object.class.getModule();
        attempt("module", () -> Class.forName(base, "java.util.Map"));
        attempt("other module", () -> Class.forName(base, "java.sql.Connection"));
        attempt("module, array", () -> Class.forName(base, "[I"));
        attempt("module, package", () -> Class.forName(base, "java.util"));
        attempt("unnamed module", () -> Class.forName(ForNames.class.getModule(), "ForNames$Loud"));
        attempt("null module", () -> Class.forName((Module) null, "x"));
        attempt("loadClass", () -> app.loadClass("ForNames$Quiet"));
        attempt("loadClass array", () -> app.loadClass("[I"));
        attempt("loadClass missing", () -> app.loadClass("missing.One"));
        attempt("loadClass slash", () -> app.loadClass("java/lang/String"));
        attempt("reflected", () -> Class.class.getMethod("forName", String.class).invoke(null, "ForNames$Loud"));
        attempt("reflected missing", () -> { try { return Class.class.getMethod("forName", String.class).invoke(null, "gone.Gone"); } catch (InvocationTargetException e) { return e.getCause(); } });
        System.out.println(Array.newInstance(Quiet.class, 1).getClass() + " " + Quiet[].class.getName());
        new Quiet();
    }
}
