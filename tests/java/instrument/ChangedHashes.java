// An agent changes Integer.hashCode and String.hashCode. HashMap.hash, which the VM does by itself for such keys, gives the changed hashes.
// manifest: Premain-Class: ChangedHashes; Can-Retransform-Classes: true
// run: -javaagent:{jar} --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED --add-opens java.base/java.util=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.HashMap;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassVisitor;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;

public class ChangedHashes {
    static Instrumentation instrumentation;

    public static void premain(String words, Instrumentation given) { instrumentation = given; }

    static void change(Class<?> changed) throws Exception {
        ClassFileTransformer transformer = new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> of, ProtectionDomain domain, byte[] file) {
                return of == changed ? withHash42(file) : null;
            }
        };
        instrumentation.addTransformer(transformer, true);
        instrumentation.retransformClasses(changed);
        instrumentation.removeTransformer(transformer);
    }

    static byte[] withHash42(byte[] file) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(file).accept(new ClassVisitor(Opcodes.ASM8, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                if (!name.equals("hashCode") || !descriptor.equals("()I")) return method;
                method.visitCode();
                method.visitIntInsn(Opcodes.BIPUSH, 42);
                method.visitInsn(Opcodes.IRETURN);
                method.visitMaxs(1, 1);
                method.visitEnd();
                return null;
            }
        }, 0);
        return writer.toByteArray();
    }

    public static void main(String[] args) throws Exception {
        Method hash = HashMap.class.getDeclaredMethod("hash", Object.class);
        hash.setAccessible(true);
        System.out.println(hash.invoke(null, 7) + " " + hash.invoke(null, "ab")); // expect: 7 3105
        change(Integer.class);
        System.out.println(hash.invoke(null, 7) + " " + hash.invoke(null, "ab")); // expect: 42 3105
        change(String.class);
        System.out.println(hash.invoke(null, 7) + " " + hash.invoke(null, "ab")); // expect: 42 42
    }
}
