// run: -Djava.security.manager=allow
import java.io.FilePermission;
import java.net.*;
import java.security.*;
import java.util.*;
import java.util.PropertyPermission;

// AccessController: privileged frames, contexts captured, combined and inherited by threads, permissions that limit, a SecurityManager that asks; exceptions of privileged
// actions.
@SuppressWarnings("removal")
public class Privileged {
    static final List<String> asked = new ArrayList<>();
    static class Asking extends SecurityManager {
        Set<String> refused = Set.of();
        @Override public void checkPermission(Permission p) {
            if (p instanceof PropertyPermission && p.getName().startsWith("test.")) { asked.add(p.getName()); super.checkPermission(p); }
        }
        Class<?>[] context() { return getClassContext(); }
    }
    static ProtectionDomain domain(Permission... granted) throws Exception {
        Permissions permissions = new Permissions();
        for (Permission p : granted) permissions.add(p);
        return new ProtectionDomain(new CodeSource(new URL("file:/somewhere/"), (java.security.cert.Certificate[]) null), permissions);
    }
    static Object attempt(String what, PrivilegedExceptionAction<Object> a) {
        try {
            System.out.println(what + " -> " + a.run());
        } catch (PrivilegedActionException e) {
            System.out.println(what + " -> privileged " + e.getException());
        } catch (Throwable e) {
            System.out.println(what + " -> " + e);
        }
        return null;
    }
    public static String ask(String name) { System.getSecurityManager().checkPermission(new PropertyPermission(name, "read")); return "granted"; }

    public static void main(String[] args) throws Exception {
        AccessControlContext mine = AccessController.getContext();
        ProtectionDomain own = Privileged.class.getProtectionDomain();
        Permission a = new PropertyPermission("test.a", "read"), b = new PropertyPermission("test.b", "read");
        AccessControlContext none = new AccessControlContext(new ProtectionDomain[] {domain()}), onlyA = new AccessControlContext(new ProtectionDomain[] {domain(a)});
        System.out.println(mine.equals(AccessController.getContext()) + " " + mine.getDomainCombiner() + " " + AccessController.doPrivileged((PrivilegedAction<Integer>) () -> 42));
        attempt("checked", () -> AccessController.doPrivileged((PrivilegedExceptionAction<Object>) () -> { throw new java.io.IOException("checked"); }));
        attempt("unchecked", () -> AccessController.doPrivileged((PrivilegedExceptionAction<Object>) () -> { throw new IllegalStateException("unchecked"); }));
        attempt("null action", () -> AccessController.doPrivileged((PrivilegedAction<Object>) null));
        attempt("no manager", () -> AccessController.doPrivileged((PrivilegedAction<String>) () -> { AccessController.checkPermission(a); return "granted"; }, none));
        Policy.setPolicy(new Policy() {
            @Override public boolean implies(ProtectionDomain d, Permission p) { return d == own || d.getClassLoader() == null && d.getCodeSource() != null && super.implies(d, p); }
            @Override public PermissionCollection getPermissions(CodeSource c) { return new Permissions(); }
        });
        Asking manager = new Asking();
        System.setSecurityManager(manager);
        attempt("all trusted", () -> ask("test.a"));
        for (AccessControlContext c : new AccessControlContext[] {none, onlyA, mine, null}) {
            String which = c == none ? "none" : c == onlyA ? "only a" : c == null ? "null" : "mine";
            attempt("a in " + which, () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> ask("test.a"), c));
            attempt("b in " + which, () -> AccessController.doPrivileged((PrivilegedExceptionAction<Object>) () -> ask("test.b"), c));
            attempt("privileged again in " + which, () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> ask("test.b")), c));
            attempt("context kept in " + which, () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> { AccessControlContext inner = AccessController.getContext(); return AccessController.doPrivileged((PrivilegedAction<Object>) () -> ask("test.a"), inner); }, c));
            attempt("combiner kept in " + which, () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> AccessController.doPrivilegedWithCombiner((PrivilegedAction<Object>) () -> ask("test.b")), c));
            attempt("limited in " + which, () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> ask("test.a"), c, a));
            attempt("limited to the other in " + which, () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> ask("test.a"), null, b), c));
            attempt("thread in " + which, () -> AccessController.doPrivileged((PrivilegedExceptionAction<Object>) () -> {
                String[] result = new String[1];
                Thread t = new Thread(() -> { try { result[0] = ask("test.b"); } catch (AccessControlException e) { result[0] = e.getMessage(); } });
                t.start();
                t.join();
                return result[0];
            }, c));
        }
        AccessControlContext combined = new AccessControlContext(none, (current, assigned) -> { System.out.println("combine " + (current == null ? 0 : current.length) + " " + (assigned == null ? 0 : assigned.length)); return assigned; });
        attempt("combiner", () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> ask("test.a"), combined));
        attempt("system property", () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> System.getProperty("test.x"), none));
        attempt("system property, allowed", () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> System.getProperty("test.a", "unset"), onlyA));
        ClassLoader limited = new SecureClassLoader(Privileged.class.getClassLoader()) {
            @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (!name.equals("Privileged$Untrusted")) return super.loadClass(name, resolve);
                try (java.io.InputStream in = Privileged.class.getResourceAsStream("Privileged$Untrusted.class")) { byte[] bytes = in.readAllBytes(); return defineClass(name, bytes, 0, bytes.length, domain(a)); } catch (Exception e) { throw new ClassNotFoundException(name, e); }
            }
        };
        @SuppressWarnings("unchecked") PrivilegedAction<Object> untrusted = (PrivilegedAction<Object>) limited.loadClass("Privileged$Untrusted").getConstructor().newInstance();
        attempt("untrusted code", () -> untrusted.run());
        attempt("untrusted code, privileged", () -> AccessController.doPrivileged(untrusted));
        System.out.println(Arrays.toString(manager.context()).replaceAll("[^ ]*Lambda[^ ,\\]]*", "lambda") + " " + asked.size());
        System.setSecurityManager(null);
        attempt("no manager any more", () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> System.getProperty("test.x"), none));
    }
    public static class Untrusted implements PrivilegedAction<Object> {
        public Object run() {
            StringBuilder s = new StringBuilder();
            for (String name : new String[] {"test.a", "test.b"}) {
                try { s.append(ask(name)); } catch (AccessControlException e) { s.append(e.getPermission().getName()).append(" refused"); }
                try { s.append(' ').append(AccessController.doPrivileged((PrivilegedAction<Object>) () -> ask(name))).append(", "); } catch (AccessControlException e) { s.append(" still, "); }
            }
            return s;
        }
    }
}
