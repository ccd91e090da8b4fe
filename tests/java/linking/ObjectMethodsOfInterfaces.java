// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import static jdk.internal.org.objectweb.asm.Opcodes.*;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;

// invokeinterface of a method that only Object declares: the receiver must implement the interface all the same, before and after the site was
// linked and whatever it remembers (JVMS 5.4.3.4, 6.5.invokeinterface). The verifier takes any reference for an interface (4.10.1.2).
public class ObjectMethodsOfInterfaces {
    public interface Shape { }
    public interface Round extends Shape { }

    static class Circle implements Round { @Override public String toString() { return "circle"; } }
    static class Square implements Shape { @Override public String toString() { return "square"; } @Override public int hashCode() { return 4; } }
    static class Plain implements Shape { @Override public int hashCode() { return 5; } }
    static class Stranger { @Override public String toString() { return "stranger"; } @Override public int hashCode() { return 6; } }
    static class Many1 extends Square { @Override public String toString() { return "many1"; } }
    static class Many2 extends Square { @Override public String toString() { return "many2"; } }
    static class Many3 extends Square { @Override public String toString() { return "many3"; } }

    static void call(ClassWriter writer, String name, String descriptor, int returns) {
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, name, "(Ljava/lang/Object;)" + descriptor.substring(descriptor.indexOf(')') + 1), null, null);
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKEINTERFACE, "ObjectMethodsOfInterfaces$Shape", name, descriptor, true);
        code.visitInsn(returns);
        code.visitMaxs(0, 0);
    }

    static Class<?> caller() throws Exception {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(V1_8, ACC_PUBLIC | ACC_SUPER, "Caller", null, "java/lang/Object", null);
        call(writer, "toString", "()Ljava/lang/String;", ARETURN);
        call(writer, "hashCode", "()I", IRETURN);
        call(writer, "getClass", "()Ljava/lang/Class;", ARETURN);
        call(writer, "notify", "()V", RETURN);
        return MethodHandles.lookup().defineClass(writer.toByteArray());
    }

    static void attempt(Method method, Object receiver) throws Exception {
        String what = method.getName() + " of " + (receiver == null ? "null" : receiver.getClass().getName()) + ": ";
        try {
            System.out.println(what + method.invoke(null, receiver));
        } catch (InvocationTargetException e) {
            String message = e.getCause() instanceof NullPointerException ? "" : e.getCause().getMessage();
            System.out.println(what + e.getCause().getClass().getName() + " " + message);
        }
    }

    public static void main(String[] args) throws Throwable {
        Class<?> caller = caller();
        Object[] receivers = {new Stranger(), null, new Circle(), new Square(), new Stranger(), "text", new Object[0], new Many1(), new Many2(), new Many3(), new Stranger(), new Circle()};
        for (String name : new String[] {"toString", "getClass", "notify"}) {
            Method method = caller.getMethod(name, Object.class);
            for (Object receiver : receivers) attempt(method, receiver);
        }
        Method hash = caller.getMethod("hashCode", Object.class);
        for (Object receiver : new Object[] {new Square(), new Plain(), new Stranger(), new Many1()}) attempt(hash, receiver);  // expect: hashCode of ObjectMethodsOfInterfaces$Plain: 5
        MethodHandle handle = MethodHandles.lookup().findVirtual(Shape.class, "toString", java.lang.invoke.MethodType.methodType(String.class));
        System.out.println((String) handle.invoke((Shape) new Square()));
    }
}
