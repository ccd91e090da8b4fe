// run: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import static jdk.internal.org.objectweb.asm.Opcodes.*;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.util.concurrent.Callable;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;

// Lookup.defineClass and defineHiddenClass: whose package, loader, module, nest and domain the class has, when it is initialised, who finds it, and
// what is refused (JVMS 5.3.5, 5.4.4).
public class LookupDefine {
    static int initialised;
    private static String secret() { return "secret of the host"; }

    /** A class with a static `run` that calls LookupDefine.secret, names itself and makes an array of itself; its initialiser counts. */
    static byte[] type(String name, int access, String superName) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V17, access, name, null, superName, null);
        MethodVisitor m = w.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
        m.visitFieldInsn(GETSTATIC, "LookupDefine", "initialised", "I");
        m.visitInsn(ICONST_1);
        m.visitInsn(IADD);
        m.visitFieldInsn(PUTSTATIC, "LookupDefine", "initialised", "I");
        m.visitInsn(RETURN);
        m.visitMaxs(0, 0);
        m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "secret", "()Ljava/lang/String;", null, null);
        m.visitMethodInsn(INVOKESTATIC, "LookupDefine", "secret", "()Ljava/lang/String;", false);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
        m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "array", "()Ljava/lang/Object;", null, null);
        m.visitInsn(ICONST_2);
        m.visitTypeInsn(ANEWARRAY, name);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
        m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "self", "()Ljava/lang/Class;", null, null);
        m.visitLdcInsn(jdk.internal.org.objectweb.asm.Type.getObjectType(name));
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
        w.visitEnd();
        return w.toByteArray();
    }

    static byte[] type(String name) { return type(name, ACC_PUBLIC | ACC_SUPER, "java/lang/Object"); }

    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println((what + ": " + action.call()).replaceAll("0x[0-9a-f]+", "0xHEX").replaceAll("@[0-9a-f]+", "@HASH"));
        } catch (Throwable t) {
            Throwable thrown = t instanceof java.lang.reflect.InvocationTargetException ? t.getCause() : t;
            System.out.println((what + ": " + thrown + (thrown.getCause() == null ? "" : " <- " + thrown.getCause())).replaceAll("0x[0-9a-f]+", "0xHEX").replaceAll("@[0-9a-f]+", "@HASH"));
        }
    }

    static Object call(Class<?> c, String method) throws Exception { return c.getMethod(method).invoke(null); }

    public static void main(String[] args) throws Exception {
        Lookup own = MethodHandles.lookup();
        Class<?> plain = own.defineClass(type("Plain"));
        attempt("plain", () -> plain + " " + (plain.getClassLoader() == LookupDefine.class.getClassLoader()) + " " + (plain.getProtectionDomain() == LookupDefine.class.getProtectionDomain()) + " " + plain.isHidden() + " initialised " + initialised);
        attempt("plain by name", () -> Class.forName("Plain") == plain);
        attempt("initialised now", () -> initialised);
        attempt("plain is no nestmate", () -> call(plain, "secret"));
        attempt("plain's nest", () -> plain.getNestHost() + " " + plain.isNestmateOf(LookupDefine.class));
        attempt("plain again", () -> own.defineClass(type("Plain")));
        attempt("other package", () -> own.defineClass(type("p/Other")));
        attempt("no package access", () -> own.dropLookupMode(Lookup.PACKAGE).defineClass(type("Weak")));
        attempt("public lookup", () -> MethodHandles.publicLookup().defineClass(type("Weak")));
        attempt("null", () -> own.defineClass(null));
        attempt("damaged", () -> own.defineClass(new byte[] {1, 2, 3}));
        attempt("module-info", () -> own.defineClass(type("module-info", ACC_MODULE, null)));
        attempt("java.lang", () -> MethodHandles.privateLookupIn(String.class, own).defineClass(type("java/lang/Mine")));
        attempt("superclass gone", () -> own.defineClass(type("Orphan", ACC_PUBLIC | ACC_SUPER, "no/Such")));

        Lookup hidden = own.defineHiddenClass(type("Hid"), false);
        Class<?> h = hidden.lookupClass();
        attempt("hidden", () -> h.getName() + " " + h.isHidden() + " " + h.getSimpleName() + " " + h.getCanonicalName() + " " + h.descriptorString() + " " + h.getTypeName() + " " + h + " '" + h.getPackageName() + "' initialised " + initialised);
        attempt("hidden, lookup", () -> hidden + " " + (hidden.lookupModes() == own.lookupModes()));
        attempt("hidden, loader and domain", () -> (h.getClassLoader() == LookupDefine.class.getClassLoader()) + " " + (h.getProtectionDomain() == LookupDefine.class.getProtectionDomain()) + " " + (h.getModule() == LookupDefine.class.getModule()));
        attempt("hidden, self", () -> (call(h, "self") == h) + " " + call(h, "array").getClass().getName() + " " + (call(h, "array").getClass().getComponentType() == h) + " initialised " + initialised);
        attempt("hidden is no nestmate", () -> call(h, "secret"));
        attempt("hidden by name", () -> Class.forName(h.getName()));
        attempt("hidden by the name of its file", () -> Class.forName("Hid"));
        attempt("hidden again", () -> own.defineHiddenClass(type("Hid"), true).lookupClass() != h);
        attempt("initialised by definition", () -> initialised);
        Class<?> nestmate = own.defineHiddenClass(type("Mate"), true, ClassOption.NESTMATE).lookupClass();
        attempt("nestmate", () -> call(nestmate, "secret") + " " + nestmate.getNestHost() + " " + nestmate.isNestmateOf(LookupDefine.class) + " " + nestmate.getNestMembers().length);
        attempt("nestmate of a nestmate", () -> call(MethodHandles.privateLookupIn(nestmate, own).defineHiddenClass(type("Third"), true, ClassOption.NESTMATE, ClassOption.STRONG).lookupClass(), "secret"));
        attempt("class data", () -> MethodHandles.classData(own.defineHiddenClassWithClassData(type("Data"), java.util.List.of(1, 2), true), "_", java.util.List.class));
        attempt("class data of none", () -> MethodHandles.classData(hidden, "_", Object.class));
        attempt("class data of another type", () -> MethodHandles.classData(own.defineHiddenClassWithClassData(type("Data"), "text", true), "_", Integer.class));
        attempt("hidden in another package", () -> own.defineHiddenClass(type("p/Hid"), true));
        attempt("hidden, no nestmate access", () -> own.dropLookupMode(Lookup.PRIVATE).defineHiddenClass(type("Hid"), true, ClassOption.NESTMATE));
        attempt("hidden interface", () -> own.defineHiddenClass(type("HidFace", ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, "java/lang/Object"), false).lookupClass().isInterface());
        attempt("hidden enum", () -> own.defineHiddenClass(type("HidEnum", ACC_PUBLIC | ACC_SUPER | ACC_ENUM, "java/lang/Enum"), false).lookupClass().isEnum());
        attempt("hidden's own superclass", () -> own.defineHiddenClass(type("HidSelf", ACC_PUBLIC | ACC_SUPER, "HidSelf"), false));
        attempt("hidden in a class constant", () -> h.describeConstable().isPresent() + " " + h.arrayType().describeConstable().isPresent());
        attempt("hidden, trace", () -> {
            try {
                return call(h, "secret");
            } catch (java.lang.reflect.InvocationTargetException e) {
                return e.getCause().getStackTrace()[0].getClassName() + " " + e.getCause().getStackTrace()[0];
            }
        });
        attempt("cast", () -> h.cast("text"));
    }
}
