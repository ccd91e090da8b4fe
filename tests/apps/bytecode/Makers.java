// One generated subclass or more by each library.

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtField;
import javassist.CtMethod;
import javassist.CtNewMethod;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.InvocationHandlerAdapter;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.implementation.bind.annotation.AllArguments;
import net.bytebuddy.implementation.bind.annotation.Origin;
import net.bytebuddy.implementation.bind.annotation.RuntimeType;
import net.bytebuddy.implementation.bind.annotation.SuperCall;
import net.bytebuddy.matcher.ElementMatchers;
import net.sf.cglib.beans.BeanGenerator;
import net.sf.cglib.proxy.Enhancer;
import net.sf.cglib.proxy.MethodInterceptor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AdviceAdapter;
import org.objectweb.asm.util.CheckClassAdapter;
import org.objectweb.asm.util.TraceClassVisitor;

public class Makers {
    public static class Greeter {
        public String greet(String who) {
            return "hello " + who;
        }

        public int count(int n) {
            return n + 1;
        }
    }

    public static void main(String[] args) throws Exception {
        asm();
        javassist();
        byteBuddy();
        cglib();
    }

    static class Loader extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    static void asm() throws Exception {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Made", null, "java/lang/Object", null);
        MethodVisitor m = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "gcd", "(II)I", null, null);
        Label top = new Label();
        Label done = new Label();
        m.visitCode();
        m.visitLabel(top);
        m.visitVarInsn(Opcodes.ILOAD, 1);
        m.visitJumpInsn(Opcodes.IFEQ, done);
        m.visitVarInsn(Opcodes.ILOAD, 0);
        m.visitVarInsn(Opcodes.ILOAD, 1);
        m.visitInsn(Opcodes.DUP_X1);
        m.visitInsn(Opcodes.IREM);
        m.visitVarInsn(Opcodes.ISTORE, 1);
        m.visitVarInsn(Opcodes.ISTORE, 0);
        m.visitJumpInsn(Opcodes.GOTO, top);
        m.visitLabel(done);
        m.visitVarInsn(Opcodes.ILOAD, 0);
        m.visitInsn(Opcodes.IRETURN);
        m.visitMaxs(0, 0);
        m.visitEnd();
        writer.visitEnd();
        byte[] bytes = writer.toByteArray();
        System.out.println("asm: gcd " + new Loader().define(bytes).getMethod("gcd", int.class, int.class).invoke(null, 84, 36));
        StringWriter text = new StringWriter();
        new ClassReader(bytes).accept(new TraceClassVisitor(new PrintWriter(text)), 0);
        System.out.println(text);
        CheckClassAdapter.verify(new ClassReader(bytes), false, new PrintWriter(System.out));

        ClassReader reader = new ClassReader(Makers.class.getResourceAsStream("Makers$Greeter.class"));
        ClassWriter advised = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassVisitor(Opcodes.ASM9, advised) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                return new AdviceAdapter(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions), access, name, descriptor) {
                    @Override
                    protected void onMethodEnter() {
                        visitFieldInsn(GETSTATIC, "java/lang/System", "out", "Ljava/io/PrintStream;");
                        visitLdcInsn("asm: enter " + name);
                        visitMethodInsn(INVOKEVIRTUAL, "java/io/PrintStream", "println", "(Ljava/lang/String;)V", false);
                    }
                };
            }
        }, 0);
        Object greeter = new Loader().define(advised.toByteArray()).getConstructor().newInstance();
        System.out.println(greeter.getClass().getMethod("greet", String.class).invoke(greeter, "asm"));
        try {
            bytes[bytes.length / 2] ^= 0x15;
            new Loader().define(bytes);
            System.out.println("defined");
        } catch (LinkageError e) {
            System.out.println("asm: " + e.getClass().getSimpleName());
        }
    }

    static void javassist() throws Exception {
        ClassPool pool = ClassPool.getDefault();
        CtClass made = pool.makeClass("Written", pool.get("Makers$Greeter"));
        made.addInterface(pool.get("java.util.concurrent.Callable"));
        made.addField(CtField.make("private int calls = 40;", made));
        made.addMethod(CtNewMethod.make("public Object call() { calls += 2; return \"called \" + calls + greet(\"javassist\"); }", made));
        CtMethod count = CtNewMethod.copy(pool.get("Makers$Greeter").getDeclaredMethod("count"), made, null);
        count.insertBefore("{ if ($1 < 0) throw new IllegalArgumentException(\"negative \" + $1); }");
        count.insertAfter("{ $_ = $_ * 10; }");
        made.addMethod(count);
        Greeter greeter = (Greeter) made.toClass(MethodHandles.lookup()).getConstructor().newInstance();
        System.out.println("javassist: " + ((Callable<?>) greeter).call() + " " + greeter.count(4));
        try {
            greeter.count(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("javassist: " + e.getMessage());
        }
    }

    public static class Interceptor {
        @RuntimeType
        public static Object intercept(@Origin Method method, @AllArguments Object[] arguments, @SuperCall Callable<?> original) throws Exception {
            return "[" + method.getName() + arguments.length + " " + original.call() + "]";
        }
    }

    @SuppressWarnings("rawtypes")
    static void byteBuddy() throws Exception {
        Class<? extends Greeter> type = new ByteBuddy().subclass(Greeter.class).name("Buddy").method(ElementMatchers.named("greet")).intercept(MethodDelegation.to(Interceptor.class))
            .method(ElementMatchers.named("toString")).intercept(FixedValue.value("fixed")).defineField("extra", int.class, Visibility.PUBLIC)
            .make().load(Makers.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER).getLoaded();
        Greeter greeter = type.getConstructor().newInstance();
        System.out.println("bytebuddy: " + greeter.greet("buddy") + " " + greeter + " " + type.getField("extra").getInt(greeter) + " " + type.getName());
        Class<? extends Comparable> proxy = new ByteBuddy().subclass(Comparable.class).method(ElementMatchers.named("compareTo"))
            .intercept(InvocationHandlerAdapter.of((self, method, arguments) -> arguments[0].hashCode())).make()
            .load(Makers.class.getClassLoader(), ClassLoadingStrategy.Default.CHILD_FIRST).getLoaded();
        System.out.println("bytebuddy: " + proxy.getConstructor().newInstance().compareTo("text"));
    }

    static void cglib() {
        Enhancer enhancer = new Enhancer();
        enhancer.setSuperclass(Greeter.class);
        enhancer.setCallback((MethodInterceptor) (object, method, arguments, proxy) -> method.getReturnType() == int.class ? 7 : "<" + proxy.invokeSuper(object, arguments) + ">");
        Greeter greeter = (Greeter) enhancer.create();
        System.out.println("cglib: " + greeter.greet("cglib") + " " + greeter.count(1));
        BeanGenerator bean = new BeanGenerator();
        bean.addProperty("size", int.class);
        System.out.println("cglib: " + bean.create().getClass().getDeclaredMethods().length);
    }
}
