// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.function.Supplier;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Label;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

// Lookup.defineHiddenClass with each option: names, nests, private access both ways, its own name in its code, what nobody can find, what is refused.
public class HiddenClassKinds {
    private static String secret() { return "secret of the host"; }
    static String text(Class<?> c) { return c == null ? "null" : c.toString().replaceAll("0x[0-9a-f]+", "ID"); }
    static String clean(Object o) { return String.valueOf(o).replaceAll("0x[0-9a-f]+|@[0-9a-f]+", "ID"); }

    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + clean(action.run()));
        } catch (Throwable t) {
            System.out.println(what + ": " + clean(t) + (t.getCause() == null ? "" : " <- " + clean(t.getCause())));
        }
    }

    /** class `name` implements Supplier: get() calls the host's private method; self() and fresh() and array() name the class itself. */
    static byte[] bytes(String name, int access, boolean callsHost) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V17, access, name, null, "java/lang/Object", new String[] {"java/util/function/Supplier"});
        w.visitField(ACC_PRIVATE | ACC_STATIC, "count", "I", null, null);
        w.visitField(ACC_PRIVATE | ACC_FINAL, "next", "Ljava/lang/Object;", null, null);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        m.visitVarInsn(ALOAD, 0);
        m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ALOAD, 0);
        m.visitFieldInsn(PUTFIELD, name, "next", "Ljava/lang/Object;");
        m.visitFieldInsn(GETSTATIC, name, "count", "I");
        m.visitInsn(ICONST_1);
        m.visitInsn(IADD);
        m.visitFieldInsn(PUTSTATIC, name, "count", "I");
        m.visitInsn(RETURN);
        m.visitMaxs(0, 0);
        m = w.visitMethod(ACC_PUBLIC, "get", "()Ljava/lang/Object;", null, null);
        if (callsHost) {
            m.visitMethodInsn(INVOKESTATIC, "HiddenClassKinds", "secret", "()Ljava/lang/String;", false);
        } else {
            m.visitFieldInsn(GETSTATIC, name, "count", "I");
            m.visitMethodInsn(INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
        }
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
        m = w.visitMethod(ACC_PRIVATE | ACC_STATIC, "fresh", "(Ljava/lang/Object;)Ljava/lang/Object;", null, null);
        m.visitVarInsn(ALOAD, 0);
        m.visitTypeInsn(CHECKCAST, name);
        m.visitFieldInsn(GETFIELD, name, "next", "Ljava/lang/Object;");
        m.visitTypeInsn(INSTANCEOF, name);
        Label no = new Label();
        m.visitJumpInsn(IFEQ, no);
        m.visitTypeInsn(NEW, name);
        m.visitInsn(DUP);
        m.visitMethodInsn(INVOKESPECIAL, name, "<init>", "()V", false);
        m.visitInsn(ARETURN);
        m.visitLabel(no);
        m.visitFrame(F_SAME, 0, null, 0, null);
        m.visitInsn(ACONST_NULL);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
        m = w.visitMethod(ACC_STATIC, "array", "(I)Ljava/lang/Object;", null, null);
        m.visitVarInsn(ILOAD, 0);
        m.visitTypeInsn(ANEWARRAY, name);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
        m = w.visitMethod(ACC_STATIC, "self", "()Ljava/lang/Class;", null, null);
        m.visitLdcInsn(jdk.internal.org.objectweb.asm.Type.getObjectType(name));
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
        return w.toByteArray();
    }

    static void show(Lookup hidden) throws Throwable {
        Class<?> c = hidden.lookupClass();
        System.out.println(text(c) + " | " + clean(c.getSimpleName()) + " | " + c.getPackageName() + " | " + c.getCanonicalName() + " | " + clean(c.getTypeName()) + " | " + clean(c.descriptorString()) + " | " + clean(c.describeConstable()));
        System.out.println(" hidden " + c.isHidden() + " host " + text(c.getNestHost()) + " members " + c.getNestMembers().length + " loader " + (c.getClassLoader() == HiddenClassKinds.class.getClassLoader()) + " domain " + (c.getProtectionDomain() == HiddenClassKinds.class.getProtectionDomain())
            + " module " + (c.getModule() == HiddenClassKinds.class.getModule()) + " enclosing " + c.getEnclosingClass() + " modes " + hidden.lookupModes() + " synthetic " + c.isSynthetic() + " " + c.isAnonymousClass() + c.isLocalClass() + c.isMemberClass());
        Class<?> a = c.arrayType();
        System.out.println(" array " + clean(a.getName()) + " " + clean(a.getSimpleName()) + " " + a.isHidden() + " " + clean(a.descriptorString()) + " " + (a.getComponentType() == c));
        Object made = hidden.findConstructor(c, MethodType.methodType(void.class)).invoke();
        MethodHandle fresh = hidden.findStatic(c, "fresh", MethodType.genericMethodType(1));
        System.out.println(" fresh " + (((Object) fresh.invokeExact(made)).getClass() == c) + " self " + (hidden.findStatic(c, "self", MethodType.methodType(Class.class)).invoke() == c) + " array " + (hidden.findStatic(c, "array", MethodType.methodType(Object.class, int.class)).invoke(3).getClass() == a));
        attempt(" get", () -> ((Supplier<?>) made).get());
        attempt(" wrong receiver", () -> fresh.invokeExact((Object) "text"));
        attempt(" forName", () -> Class.forName(c.getName()));
        attempt(" loadClass", () -> c.getClassLoader().loadClass(c.getName()));
        attempt(" findClass", () -> hidden.findClass(c.getName()));
        attempt(" method type", () -> MethodType.fromMethodDescriptorString("()" + c.descriptorString(), c.getClassLoader()));
        attempt(" reflected", () -> Arrays.toString(c.getDeclaredFields()) + c.getDeclaredConstructors().length);
        attempt(" final field", () -> {
            java.lang.reflect.Field f = c.getDeclaredField("next");
            f.setAccessible(true);
            f.set(made, null);
            return "written";
        });
        attempt(" method descriptor", () -> MethodType.methodType(c, c, int.class).descriptorString());
        attempt(" exception", () -> { Object o = made; return (Integer) o; });
    }

    public static void main(String[] args) throws Throwable {
        Lookup lookup = MethodHandles.lookup();
        show(lookup.defineHiddenClass(bytes("Plain", ACC_PUBLIC, false), true));
        show(lookup.defineHiddenClass(bytes("Mate", ACC_FINAL, true), false, ClassOption.NESTMATE));
        show(lookup.defineHiddenClass(bytes("Strong", ACC_PUBLIC, true), false, ClassOption.STRONG));
        show(lookup.defineHiddenClass(bytes("Both", ACC_PRIVATE & 0 | ACC_SYNTHETIC, true), true, ClassOption.STRONG, ClassOption.NESTMATE));
        Class<?> twice = lookup.defineHiddenClass(bytes("Plain", ACC_PUBLIC, false), true).lookupClass();
        System.out.println(twice == lookup.defineHiddenClass(bytes("Plain", ACC_PUBLIC, false), true).lookupClass());
        Lookup inner = lookup.defineHiddenClass(bytes("Inner", ACC_PUBLIC, true), true, ClassOption.NESTMATE);
        attempt("hidden in hidden", () -> text(inner.defineHiddenClass(bytes("Inmost", ACC_PUBLIC, true), true, ClassOption.NESTMATE).lookupClass().getNestHost()));
        attempt("other package", () -> lookup.defineHiddenClass(bytes("pkg/Other", ACC_PUBLIC, false), true));
        attempt("defineClass by hidden", () -> text(inner.defineClass(bytes("Named", ACC_PUBLIC, false))));
        attempt("no bytes", () -> lookup.defineHiddenClass(new byte[0], true));
        attempt("null", () -> lookup.defineHiddenClass(null, true));
        attempt("weaker lookup", () -> lookup.dropLookupMode(Lookup.PRIVATE).defineHiddenClass(bytes("Weak", ACC_PUBLIC, false), true));
        attempt("module-info", () -> {
            ClassWriter w = new ClassWriter(0);
            w.visit(V17, ACC_MODULE, "module-info", null, null, null);
            w.visitModule("m", 0, null).visitEnd();
            return lookup.defineHiddenClass(w.toByteArray(), true);
        });
        attempt("array name", () -> lookup.defineHiddenClass(bytes("[Odd", ACC_PUBLIC, false), true));
        attempt("absent super", () -> {
            ClassWriter w = new ClassWriter(0);
            w.visit(V17, ACC_PUBLIC, "Child", null, "absent/Parent", null);
            return lookup.defineHiddenClass(w.toByteArray(), true);
        });
        attempt("own super", () -> {
            ClassWriter w = new ClassWriter(0);
            w.visit(V17, ACC_PUBLIC, "Child", null, "Child", null);
            return lookup.defineHiddenClass(w.toByteArray(), true);
        });
        attempt("failing initializer", () -> {
            ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            w.visit(V17, ACC_PUBLIC, "Broken", null, "java/lang/Object", null);
            MethodVisitor m = w.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
            m.visitInsn(ICONST_1);
            m.visitInsn(ICONST_0);
            m.visitInsn(IDIV);
            m.visitInsn(POP);
            m.visitInsn(RETURN);
            m.visitMaxs(0, 0);
            return lookup.defineHiddenClass(w.toByteArray(), true);
        });
        attempt("interface", () -> {
            ClassWriter w = new ClassWriter(0);
            w.visit(V17, ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, "Face", null, "java/lang/Object", null);
            w.visitMethod(ACC_PUBLIC | ACC_ABSTRACT, "m", "(LFace;)V", null, null);
            Class<?> face = lookup.defineHiddenClass(w.toByteArray(), true).lookupClass();
            Object proxy = java.lang.reflect.Proxy.newProxyInstance(face.getClassLoader(), new Class<?>[] {face}, (p, m, a) -> null);
            return face.isInstance(proxy);
        });
    }
}
