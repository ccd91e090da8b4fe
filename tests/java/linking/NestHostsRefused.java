// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.util.*;
import jdk.internal.org.objectweb.asm.*;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// Nest hosts that are absent, of another package or loader, no classes, or that do not list the member: the class is its own host, and a private access says why (JVMS 5.4.4).
public class NestHostsRefused {
    public static class Host { }

    static ClassWriter open(String name, String host) {
        ClassWriter w = new ClassWriter(0);
        w.visit(V17, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", null);
        if (host != null) w.visitNestHost(host);
        return w;
    }
    static void method(ClassWriter w, int access, String name, String calls) {
        MethodVisitor m = w.visitMethod(access | ACC_STATIC, name, "()V", null, null);
        m.visitCode();
        if (calls != null) m.visitMethodInsn(INVOKESTATIC, calls, "hidden", "()V", false);
        m.visitInsn(RETURN);
        m.visitMaxs(0, 0);
        m.visitEnd();
    }

    public static void main(String[] args) throws Exception {
        String[][] hosts = {{"missing/Host", null}, {"NestHostsRefused$Host", null}, {"java/lang/String", null}, {"[I", null}, {"NestHostsRefused$Host", "NestHostsRefused$Host"}, {"missing/Host", "missing/Host"}, {null, "NestHostsRefused$Host"}, {"[LNestHostsRefused;", null}, {null, null}, {"Lister", null}, {"Lister", "Lister"}, {"Silent", "Silent"}, {"[LSilent;", null}};
        for (String[] pair : hosts) {
            Map<String, byte[]> classes = new HashMap<>();
            ClassWriter target = open("Target", pair[0]), user = open("User", pair[1]), lister = open("Lister", null), silent = open("Silent", null);
            method(target, ACC_PRIVATE, "hidden", null);
            method(user, ACC_PUBLIC, "use", "Target");
            for (String member : new String[] {"Target", "User", "Absent", "[I"}) lister.visitNestMember(member);
            classes.put("Target", target.toByteArray());
            classes.put("User", user.toByteArray());
            classes.put("Lister", lister.toByteArray());
            classes.put("Silent", silent.toByteArray());
            ClassLoader loader = new ClassLoader("made", NestHostsRefused.class.getClassLoader()) {
                @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
                    byte[] bytes = classes.get(name);
                    if (bytes == null) throw new ClassNotFoundException(name);
                    return defineClass(name, bytes, 0, bytes.length);
                }
            };
            System.out.println(Arrays.toString(pair));
            for (int i = 0; i < 2; i++) {
                try {
                    loader.loadClass("User").getMethod("use").invoke(null);
                    System.out.println("  fine");
                } catch (java.lang.reflect.InvocationTargetException e) {
                    System.out.println("  " + e.getCause().toString().replaceAll("@[0-9a-f]+", "@#"));
                }
            }
            Class<?> t = loader.loadClass("Target");
            System.out.println("  " + t.getNestHost() + " " + Arrays.toString(t.getNestMembers()) + " " + t.isNestmateOf(loader.loadClass("User")) + " " + Arrays.toString(loader.loadClass("Lister").getNestMembers()));
        }
    }
}
