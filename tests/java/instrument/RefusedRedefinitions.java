// What redefinition refuses, and with which words: schema, hierarchy, modifiers, methods, attributes, names, versions, bytes that do not
// verify. A class is as it was afterwards.
// manifest: Premain-Class: RefusedRedefinitions; Can-Redefine-Classes: true; Can-Retransform-Classes: true
// run: -javaagent:{jar} --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED

import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassVisitor;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.FieldVisitor;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;

class Victim implements Comparable<Victim> {
    int field;
    private static String text = "kept";
    public int compareTo(Victim other) { return 0; }
    protected void method() { }
    private void helper() { }
    static String answer() { return text; }
}

class Erroneous {
    static int value = 1 / Integer.parseInt("0");
    static void touch() { }
}

record Pair(int a, String b) { }

sealed interface Shape permits Circle, Square { }
record Circle() implements Shape { }
record Square() implements Shape { }

class Outer {
    class Inner { }
    class Other { }
    int peek() { return 1; }
}

public class RefusedRedefinitions {
    static Instrumentation instrumentation;

    public static void premain(String options, Instrumentation given) { instrumentation = given; }

    static byte[] bytesOf(Class<?> c) throws Exception {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(c.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    static void attempt(String what, Class<?> c, byte[] bytes) {
        try {
            instrumentation.redefineClasses(new ClassDefinition(c, bytes));
            System.out.println(what + ": accepted");
        } catch (Throwable e) {
            System.out.println(what + ": " + e.getClass().getName() + ": " + e.getMessage());
        }
    }

    static byte[] changed(Class<?> c, Function<ClassVisitor, ClassVisitor> change) throws Exception {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytesOf(c)).accept(change.apply(writer), 0);
        return writer.toByteArray();
    }

    static void change(String what, Class<?> c, Function<ClassVisitor, ClassVisitor> change) throws Exception { attempt(what, c, changed(c, change)); }

    static class Visitor extends ClassVisitor {
        Visitor(ClassVisitor next) { super(Opcodes.ASM8, next); }
    }

    static void schema() throws Exception {
        change("field added", Victim.class, next -> new Visitor(next) {
            @Override public void visitEnd() {
                visitField(Opcodes.ACC_PUBLIC, "extra", "I", null, null).visitEnd();
                super.visitEnd();
            }
        });
        change("field renamed", Victim.class, next -> new Visitor(next) {
            @Override public FieldVisitor visitField(int a, String n, String d, String s, Object v) {
                return super.visitField(a, n.equals("field") ? "renamed" : n, d, s, v);
            }
        });
        change("field modifiers", Victim.class, next -> new Visitor(next) {
            @Override public FieldVisitor visitField(int a, String n, String d, String s, Object v) {
                return super.visitField(n.equals("field") ? a | Opcodes.ACC_PUBLIC : a, n, d, s, v);
            }
        });
        change("method added", Victim.class, next -> new Visitor(next) {
            @Override public void visitEnd() {
                visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "extra", "()V", null, null).visitEnd();
                super.visitEnd();
            }
        });
        change("private static method added", Victim.class, next -> new Visitor(next) {
            @Override public void visitEnd() {
                MethodVisitor method = visitMethod(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC, "extra", "()V", null, null);
                method.visitCode();
                method.visitInsn(Opcodes.RETURN);
                method.visitMaxs(0, 0);
                method.visitEnd();
                super.visitEnd();
            }
        });
        change("method deleted", Victim.class, next -> new Visitor(next) {
            @Override public MethodVisitor visitMethod(int a, String n, String d, String s, String[] e) {
                return n.equals("helper") ? null : super.visitMethod(a, n, d, s, e);
            }
        });
        change("method modifiers", Victim.class, next -> new Visitor(next) {
            @Override public MethodVisitor visitMethod(int a, String n, String d, String s, String[] e) {
                return super.visitMethod(n.equals("method") ? Opcodes.ACC_PUBLIC : a, n, d, s, e);
            }
        });
    }

    static void headers() throws Exception {
        change("superclass", Victim.class, next -> new Visitor(next) {
            @Override public void visit(int v, int a, String n, String s, String superName, String[] i) { super.visit(v, a, n, s, "java/lang/Thread", i); }
        });
        change("interfaces", Victim.class, next -> new Visitor(next) {
            @Override public void visit(int v, int a, String n, String s, String superName, String[] i) {
                super.visit(v, a, n, s, superName, new String[] {"java/lang/Comparable", "java/lang/Runnable"});
            }
        });
        change("class modifiers", Victim.class, next -> new Visitor(next) {
            @Override public void visit(int v, int a, String n, String s, String superName, String[] i) {
                super.visit(v, a | Opcodes.ACC_FINAL, n, s, superName, i);
            }
        });
        change("name", Victim.class, next -> new Visitor(next) {
            @Override public void visit(int v, int a, String n, String s, String superName, String[] i) { super.visit(v, a, "Renamed", s, superName, i); }
        });
        change("version", Victim.class, next -> new Visitor(next) {
            @Override public void visit(int v, int a, String n, String s, String superName, String[] i) { super.visit(v + 20, a, n, s, superName, i); }
        });
        attempt("another class", Victim.class, bytesOf(Pair.class));
    }

    // An attribute of an unknown name is none.
    static byte[] renamed(byte[] bytes, String from, String to) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1);
    }

    static void attributes() throws Exception {
        change("record component", Pair.class, next -> new Visitor(next) {
            @Override public jdk.internal.org.objectweb.asm.RecordComponentVisitor visitRecordComponent(String n, String d, String s) {
                return super.visitRecordComponent(n.equals("a") ? "z" : n, d, s);
            }
        });
        attempt("permitted subclasses", Shape.class, renamed(bytesOf(Shape.class), "PermittedSubclasses", "PermittedSubclassez"));
        change("nest members", Outer.class, next -> new Visitor(next) {
            @Override public void visitNestMember(String name) { }
        });
        change("nest members in another order", Outer.class, next -> new Visitor(next) {
            @Override public void visitNestMember(String name) { super.visitNestMember(name.equals("Outer$Inner") ? "Outer$Other" : "Outer$Inner"); }
        });
        change("nest host", Outer.Inner.class, next -> new Visitor(next) {
            @Override public void visitNestHost(String name) { }
        });
    }

    static void bytes() throws Exception {
        byte[] good = bytesOf(Victim.class);
        attempt("empty", Victim.class, new byte[0]);
        attempt("garbage", Victim.class, new byte[] {1, 2, 3, 4});
        for (int length : new int[] {8, 40, good.length / 2, good.length - 1}) attempt("cut", Victim.class, Arrays.copyOf(good, length));
        attempt("longer", Victim.class, Arrays.copyOf(good, good.length + 1));
        change("does not verify", Victim.class, next -> new Visitor(next) {
            @Override public MethodVisitor visitMethod(int a, String n, String d, String s, String[] e) {
                MethodVisitor to = super.visitMethod(a, n, d, s, e);
                if (!n.equals("answer")) return to;
                to.visitCode();
                to.visitInsn(Opcodes.ICONST_1);
                to.visitInsn(Opcodes.ARETURN);
                to.visitMaxs(1, 0);
                to.visitEnd();
                return null;
            }
        });
        // Every byte changed in turn: accepted or refused, never worse.
        int refused = 0;
        for (int i = 10; i < good.length; i += 3) {
            byte[] bad = good.clone();
            bad[i] ^= 0x41;
            try {
                instrumentation.redefineClasses(new ClassDefinition(Victim.class, bad));
            } catch (Throwable e) {
                refused++;
            }
        }
        System.out.println("some of the damaged ones are refused: " + (refused > 50));
        attempt("good again", Victim.class, good);
    }

    static void others() throws Exception {
        for (Class<?> c : new Class<?>[] {int.class, int[].class, String[].class, ((Runnable) () -> { }).getClass()}) {
            System.out.println(c.isHidden() + " modifiable: " + instrumentation.isModifiableClass(c));
            attempt("unmodifiable", c, bytesOf(Victim.class));
        }
        try {
            Erroneous.touch();
        } catch (ExceptionInInitializerError e) {
            System.out.println("cannot be initialized: " + e.getCause());
        }
        attempt("erroneous", Erroneous.class, bytesOf(Erroneous.class));
        try {
            instrumentation.redefineClasses((ClassDefinition) null);
        } catch (NullPointerException e) {
            System.out.println("null: " + e.getMessage());
        }
        instrumentation.redefineClasses();
    }

    // One bad definition spoils the others.
    static void together() throws Exception {
        byte[] better = changed(Victim.class, next -> new Visitor(next) {
            @Override public MethodVisitor visitMethod(int a, String n, String d, String s, String[] e) {
                return new MethodVisitor(Opcodes.ASM8, super.visitMethod(a, n, d, s, e)) {
                    @Override public void visitInsn(int opcode) {
                        if (n.equals("answer") && opcode == Opcodes.ARETURN) {
                            super.visitInsn(Opcodes.POP);
                            super.visitLdcInsn("better");
                        }
                        super.visitInsn(opcode);
                    }
                };
            }
        });
        try {
            instrumentation.redefineClasses(new ClassDefinition(Victim.class, better), new ClassDefinition(Pair.class, new byte[] {0}));
        } catch (Throwable e) {
            System.out.println("together: " + e.getClass().getName() + ", still " + Victim.answer());
        }
        instrumentation.redefineClasses(new ClassDefinition(Victim.class, better), new ClassDefinition(Victim.class, better));
        System.out.println("twice: " + Victim.answer());
    }

    public static void main(String[] args) throws Exception {
        System.out.println(instrumentation.isRedefineClassesSupported() + " " + instrumentation.isRetransformClassesSupported());
        schema();
        headers();
        attributes();
        bytes();
        others();
        System.out.println("before: " + Victim.answer());
        together();
    }
}
