// Nobody's class may become one of reflection's accessors, which reach everything and are not verified: a superclass in jdk.internal.reflect is
// refused to every loader but reflection's own. Reflection's own accessors work as before.
// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.reflect.Method;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Opcodes;

public class AccessorsRefused {
    static class Definer extends ClassLoader {
        Definer(String name) { super(name, AccessorsRefused.class.getClassLoader()); }
        Class<?> define(byte[] file) { return defineClass(null, file, 0, file.length); }
    }

    static byte[] classBelow(String name, String superclass) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_SUPER, name, null, superclass, null);
        writer.visitEnd();
        return writer.toByteArray();
    }

    public static int doubled(int value) { return 2 * value; }

    public static void main(String[] args) throws Exception {
        Definer definer = new Definer("mine");
        for (String superclass : new String[] {"MagicAccessorImpl", "MethodAccessorImpl", "ConstructorAccessorImpl", "SerializationConstructorAccessorImpl",
                                               "DelegatingClassLoader", "UTF8"}) {
            try {
                System.out.println(definer.define(classBelow("p/Below" + superclass, "jdk/internal/reflect/" + superclass)));
            } catch (LinkageError refused) {
                System.out.println(refused.toString().replaceAll("@[0-9a-f]+", "@id"));
            }
        }
        Method method = AccessorsRefused.class.getMethod("doubled", int.class);
        int sum = 0;
        for (int i = 0; i < 40; i++) {  // from the 16th call on a generated accessor
            sum += (Integer) method.invoke(null, i);
        }
        System.out.println(sum);
    }
}
