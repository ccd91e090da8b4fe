// run: -Djava.security.manager=allow --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.security.CodeSource;
import java.security.Permission;
import java.security.Permissions;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.Map;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;

// A security manager has a say when the VM resolves a class for code of another protection domain: in the constant pool, for the verifier,
// as a superclass, for Class.forName and for what reflection shows. Each class once for each domain that may.
public class PackageAccess {
    private static String denied = "-";
    private static boolean watches;

    static class Guard extends SecurityManager {
        @Override public void checkPackageAccess(String name) {
            if (watches && name.startsWith("p.")) {
                System.out.println("    asked for " + name);
            }
            if (name.equals(denied)) throw new SecurityException("no access to " + name);
        }
        @Override public void checkPermission(Permission permission) { }
    }

    static class Loader extends ClassLoader {
        private final Map<String, byte[]> files = new HashMap<>();
        private final Map<String, ProtectionDomain> domains = new HashMap<>();

        Loader() { super(PackageAccess.class.getClassLoader()); }
        void put(ProtectionDomain domain, String name, byte[] file) {
            files.put(name.replace('/', '.'), file);
            domains.put(name.replace('/', '.'), domain);
        }
        /** Its own classes first: the application's loader would ask the manager by itself. */
        @Override protected synchronized Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] file = files.get(name);
            if (file == null) return super.loadClass(name, resolve);
            Class<?> known = findLoadedClass(name);
            return known != null ? known : defineClass(name, file, 0, file.length, domains.get(name));
        }
    }

    static ProtectionDomain domain(String place) throws Exception {
        return new ProtectionDomain(new CodeSource(new URL("file:/" + place), (Certificate[]) null), new Permissions());
    }

    interface Body { void write(MethodVisitor code); }

    /** A public class with a static method `run` that returns an Object. */
    static byte[] type(String name, String superName, String argument, Body body) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(52, 0x21, name, null, superName, null);
        MethodVisitor init = writer.visitMethod(1, "<init>", "()V", null, null);
        init.visitVarInsn(25, 0);
        init.visitMethodInsn(183, superName, "<init>", "()V", false);
        init.visitInsn(177);
        init.visitMaxs(0, 0);
        MethodVisitor code = writer.visitMethod(9, "run", "(" + argument + ")Ljava/lang/Object;", null, null);
        body.write(code);
        code.visitMaxs(0, 0);
        return writer.toByteArray();
    }

    static void returnNull(MethodVisitor code) {
        code.visitInsn(1);
        code.visitInsn(176);
    }

    static void returnNew(MethodVisitor code, String made) {
        code.visitTypeInsn(187, made);
        code.visitInsn(89);
        code.visitMethodInsn(183, made, "<init>", "()V", false);
        code.visitInsn(176);
    }

    static void attempt(String what, Loader loader, String name) {
        System.out.println(what);
        watches = true;
        try {
            Class<?> type = loader.loadClass(name);
            for (Method method : type.getDeclaredMethods()) {
                Object result = method.invoke(null, new Object[method.getParameterCount()]);
                System.out.println("    " + (result == null ? "null" : result.getClass().getName()));
            }
        } catch (InvocationTargetException e) {
            System.out.println("    " + e.getCause());
        } catch (Throwable t) {
            System.out.println("    " + t);
        }
        watches = false;
    }

    static Loader world() throws Exception {
        Loader loader = new Loader();
        ProtectionDomain one = domain("one");
        ProtectionDomain other = domain("other");
        String secret = "p/secret/Thing";
        loader.put(one, secret, type(secret, "java/lang/Object", "", PackageAccess::returnNull));
        loader.put(one, "p/same/User", type("p/same/User", "java/lang/Object", "", code -> returnNew(code, secret)));
        for (String user : new String[] {"p/a/User", "p/b/User"}) {
            loader.put(other, user, type(user, "java/lang/Object", "", code -> returnNew(code, secret)));
        }
        loader.put(null, "p/plain/User", type("p/plain/User", "java/lang/Object", "", code -> returnNew(code, secret)));
        loader.put(other, "p/a/Child", type("p/a/Child", secret, "", PackageAccess::returnNull));
        loader.put(other, "p/a/Shown", type("p/a/Shown", "java/lang/Object", "L" + secret + ";", PackageAccess::returnNull));
        loader.put(other, "p/a/Arrays", type("p/a/Arrays", "java/lang/Object", "", code -> {
            code.visitInsn(4);
            code.visitInsn(4);
            code.visitMultiANewArrayInsn("[[L" + secret + ";", 2);
            code.visitInsn(176);
        }));
        loader.put(other, "p/a/Named", type("p/a/Named", "java/lang/Object", "", code -> {
            code.visitLdcInsn(secret.replace('/', '.'));
            code.visitMethodInsn(184, "java/lang/Class", "forName", "(Ljava/lang/String;)Ljava/lang/Class;", false);
            code.visitInsn(176);
        }));
        loader.put(other, "p/a/Verified", type("p/a/Verified", "java/lang/Object", "", code -> {
            code.visitTypeInsn(187, secret);
            code.visitInsn(89);
            code.visitMethodInsn(183, secret, "<init>", "()V", false);
            code.visitMethodInsn(182, "java/lang/Thread", "getName", "()Ljava/lang/String;", false);
            code.visitInsn(176);
        }));
        return loader;
    }

    static final String[] USERS = {"p.same.User", "p.plain.User", "p.a.User", "p.b.User", "p.a.Child", "p.a.Shown", "p.a.Arrays", "p.a.Named", "p.a.Verified"};

    public static void main(String[] args) throws Exception {
        Loader free = world();
        attempt("without a security manager", free, "p.a.User");
        System.setSecurityManager(new Guard());
        System.out.println("one loader, allowed");
        Loader shared = world();
        for (String user : USERS) attempt("  " + user, shared, user);
        denied = "p.secret";
        System.out.println("what was allowed stays so");  // expect: what was allowed stays so
        for (String user : USERS) attempt("  " + user, shared, user);
        // p.a.User has resolved the class for this domain while there was no manager.
        attempt("allowed before there was a manager", free, "p.b.User");
        System.out.println("denied");
        for (String user : USERS) attempt("  " + user, world(), user);
    }
}
