// An agent makes classes of named modules call a class of its own, which it put on the boot loader's path: their modules read the unnamed
// module of that loader from then on. When a class is loaded, and when a loaded one is retransformed.
// manifest: Premain-Class: HelpersOnBootPath; Can-Retransform-Classes: true
// run: -Xshare:off -javaagent:{jar}={jar} --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.jar.JarFile;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassVisitor;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;

class Called {
    public static void from(String what) { System.out.println("called from " + what + ", loader " + Called.class.getClassLoader()); }
}

public class HelpersOnBootPath implements ClassFileTransformer {
    static final Set<String> WATCHED = Set.of("java/util/logging/ErrorManager", "java/util/zip/Adler32");
    static Instrumentation instrumentation;

    public static void premain(String jar, Instrumentation given) throws Exception {
        instrumentation = given;
        given.appendToBootstrapClassLoaderSearch(new JarFile(jar));
        given.addTransformer(new HelpersOnBootPath(), true);
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (!WATCHED.contains(name)) return null;
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        new ClassReader(bytes).accept(new ClassVisitor(Opcodes.ASM8, writer) {
            @Override public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
                if (!method.equals("<init>")) return next;
                return new MethodVisitor(Opcodes.ASM8, next) {
                    @Override public void visitInsn(int opcode) {
                        if (opcode == Opcodes.RETURN) {
                            visitLdcInsn(name);
                            visitMethodInsn(Opcodes.INVOKESTATIC, "Called", "from", "(Ljava/lang/String;)V", false);
                        }
                        super.visitInsn(opcode);
                    }
                };
            }
        }, 0);
        return writer.toByteArray();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new java.util.logging.ErrorManager() != null);
        java.util.zip.Adler32 loaded = new java.util.zip.Adler32();
        instrumentation.retransformClasses(java.util.zip.Adler32.class);
        System.out.println(new java.util.zip.Adler32().getValue() == loaded.getValue());
        System.out.println(java.util.zip.Adler32.class.getModule().canRead(HelpersOnBootPath.class.getModule()));
    }
}
