// JEP 486: the security manager is gone for good; what stays of its API does nothing, or throws.
// also: run: -Djava.security.manager=disallow
import java.security.*;
import java.util.*;

@SuppressWarnings("removal")
public class NoSecurityManager {
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + e + (e.getCause() != null ? " / " + e.getCause() : "")); } }
  static class Own extends SecurityManager { @Override public void checkPermission(Permission p) { throw new SecurityException("never asked"); } }

  static void start(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of(ProcessHandle.current().info().command().get()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes());
    System.out.println(String.join(" ", arguments) + ": " + process.waitFor() + " " + out.lines().filter(l -> !l.startsWith("\tat ") && !l.contains(" VM ") && !l.contains("minijvm") && !l.contains("Runtime Environment")).limit(2).toList());
  }

  public static void main(String[] args) throws Exception {
    attempt("get", System::getSecurityManager);
    attempt("set", () -> { System.setSecurityManager(new Own()); return "set"; });
    attempt("set null", () -> { System.setSecurityManager(null); return "set"; });
    attempt("property", () -> System.getProperty("java.security.manager"));
    attempt("do", () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> "done"));
    attempt("do with context", () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> "done", AccessController.getContext()));
    attempt("do limited", () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> System.getProperty("user.dir") != null, null, new RuntimePermission("none")));
    attempt("checked", () -> AccessController.doPrivileged((PrivilegedExceptionAction<Object>) () -> { throw new java.io.IOException("io"); }));
    attempt("unchecked", () -> AccessController.doPrivileged((PrivilegedExceptionAction<Object>) () -> { throw new IllegalStateException("state"); }));
    attempt("error", () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> { throw new StackOverflowError(); }));
    attempt("null", () -> AccessController.doPrivileged((PrivilegedAction<Object>) null));
    attempt("check", () -> { AccessController.checkPermission(new RuntimePermission("exitVM")); return "allowed"; });
    attempt("context", () -> { new AccessControlContext(new ProtectionDomain[0]).checkPermission(new RuntimePermission("x")); return "allowed"; });
    attempt("policy", () -> Policy.getPolicy().getParameters());
    attempt("set policy", () -> { Policy.setPolicy(null); return "set"; });
    attempt("domain", () -> NoSecurityManager.class.getProtectionDomain().implies(new AllPermission()));
    attempt("own", () -> { new Own().checkRead("x"); return "allowed"; });
    attempt("default", () -> { new SecurityManager().checkExit(3); return "allowed"; });
    attempt("subject", () -> javax.security.auth.Subject.callAs(new javax.security.auth.Subject(), () -> javax.security.auth.Subject.current() != null));
    attempt("thread", () -> { Thread t = new Thread(() -> System.out.println("runs")); t.start(); t.join(); t.checkAccess(); return "checked"; });
    attempt("stack", () -> Arrays.stream(new Exception().getStackTrace()).map(StackTraceElement::getMethodName).filter(n -> n.contains("privileged")).count());
    attempt("stack in do", () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> Arrays.stream(new Exception().getStackTrace()).map(f -> f.getClassName() + "." + f.getMethodName()).filter(n -> n.startsWith("java.security")).toList()));
    for (String value : List.of("", "=default", "=allow", "=disallow", "=no.Such")) start("-Djava.security.manager" + value, "-version");
  }
}
