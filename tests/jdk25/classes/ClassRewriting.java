// JEP 484: the class-file API reads its own class, changes it, and the VM runs the result: new code, frames, fields, traces.
import java.lang.classfile.*;
import java.lang.classfile.attribute.*;
import java.lang.classfile.instruction.*;
import java.lang.constant.*;
import java.lang.reflect.*;
import java.util.*;
import static java.lang.constant.ConstantDescs.*;

public class ClassRewriting {
  public static class Subject {
    public int value = 3;
    public static int loops(int n) { int sum = 0; for (int i = 0; i < n; i++) { if (i % 3 == 0) continue; sum += i; } return sum; }
    public static String choose(Object o) { return o instanceof String s ? s.isEmpty() ? "empty" : s : o == null ? "null" : "other"; }
    public static int guarded(int[] a, int i) { try { return a[i]; } catch (ArrayIndexOutOfBoundsException e) { return -1; } finally { TRACE.add("finally"); } }
    public int scaled(double d, long l) { return (int) (value * d) + (int) l; }
  }
  public static final List<String> TRACE = new ArrayList<>();
  public static void enter(String name) { TRACE.add(name); }

  static class Loader extends ClassLoader {
    final byte[] bytes;
    Loader(byte[] bytes) { super(ClassRewriting.class.getClassLoader()); this.bytes = bytes; }
    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals("ClassRewriting$Subject")) return super.loadClass(name, resolve);
      Class<?> c = findLoadedClass(name);
      return c != null ? c : defineClass(name, bytes, 0, bytes.length);
    }
  }
  static void use(String what, byte[] bytes) {
    TRACE.clear();
    try {
      Class<?> c = new Loader(bytes).loadClass("ClassRewriting$Subject");
      Object o = c.getConstructor().newInstance();
      System.out.println(what + ": " + c.getMethod("loops", int.class).invoke(null, 10) + " " + c.getMethod("choose", Object.class).invoke(null, "") + c.getMethod("choose", Object.class).invoke(null, 5) + " "
          + c.getMethod("guarded", int[].class, int.class).invoke(null, new int[] {8}, 0) + c.getMethod("guarded", int[].class, int.class).invoke(null, new int[] {8}, 1) + " " + c.getMethod("scaled", double.class, long.class).invoke(o, 1.5, 100L) + " " + TRACE);
    } catch (Throwable e) {
      System.out.println(what + ": " + (e instanceof InvocationTargetException i ? i.getCause() : e).toString().lines().limit(4).toList());
    }
  }

  public static void main(String[] args) throws Throwable {
    byte[] original = ClassRewriting.class.getResourceAsStream("ClassRewriting$Subject.class").readAllBytes();
    ClassFile tool = ClassFile.of();
    ClassModel model = tool.parse(original);
    System.out.println(model.thisClass().asInternalName() + " " + model.majorVersion() + " " + model.methods().stream().map(m -> m.methodName() + m.methodType().stringValue()).toList());
    System.out.println(tool.verify(original));
    use("original", original);
    use("copied", tool.transformClass(model, ClassTransform.ACCEPT_ALL));
    CodeTransform tracing = CodeTransform.ofStateful(() -> new CodeTransform() {
      boolean started;
      @Override public void accept(CodeBuilder b, CodeElement e) {
        if (!started && e instanceof Instruction) { started = true; b.ldc("in").invokestatic(ClassDesc.of("ClassRewriting"), "enter", MethodTypeDesc.of(CD_void, CD_String)); }
        if (e instanceof ReturnInstruction) b.ldc("out").invokestatic(ClassDesc.of("ClassRewriting"), "enter", MethodTypeDesc.of(CD_void, CD_String));
        b.with(e);
      }
    });
    use("traced", tool.transformClass(model, ClassTransform.transformingMethodBodies(m -> !m.methodName().equalsString("<init>"), tracing)));
    use("other operator", tool.transformClass(model, ClassTransform.transformingMethodBodies((b, e) -> { if (e instanceof OperatorInstruction o && o.opcode() == Opcode.IADD) b.isub(); else b.with(e); })));
    use("other constant", tool.transformClass(model, ClassTransform.transformingMethodBodies((b, e) -> { if (e instanceof ConstantInstruction c && c.constantValue() instanceof Integer i && i == 3) b.loadConstant(1000); else b.with(e); })));
    use("method removed", tool.transformClass(model, ClassTransform.dropping(e -> e instanceof MethodModel m && m.methodName().equalsString("scaled"))));
    use("frames dropped", ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS).transformClass(model, ClassTransform.ACCEPT_ALL));
    use("lines and locals dropped", ClassFile.of(ClassFile.DebugElementsOption.DROP_DEBUG, ClassFile.LineNumbersOption.DROP_LINE_NUMBERS).transformClass(model, ClassTransform.ACCEPT_ALL));
    use("bad code", ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS).transformClass(model, ClassTransform.transformingMethodBodies(m -> m.methodName().equalsString("scaled"), (b, e) -> { if (e instanceof ReturnInstruction) b.pop().aload(0).with(ReturnInstruction.of(Opcode.IRETURN)); else b.with(e); })));
    use("dead code", tool.transformClass(model, ClassTransform.transformingMethods(m -> m.methodName().equalsString("loops"), (b, e) -> {
      if (e instanceof CodeModel) b.withCode(c -> c.iconst_5().ireturn().nop().iconst_1().pop().goto_(c.startLabel()));
      else b.with(e);
    })));
    byte[] added = tool.transformClass(model, ClassTransform.endHandler(b -> b.withField("extra", CD_String, f -> f.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL).with(ConstantValueAttribute.of("constant")))
        .withMethodBody("switched", MethodTypeDesc.of(CD_int, CD_int), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c -> {
          Label low = c.newLabel(), high = c.newLabel(), other = c.newLabel();
          c.iload(0).tableswitch(1, 2, other, List.of(SwitchCase.of(1, low), SwitchCase.of(2, high))).labelBinding(low).bipush(10).ireturn().labelBinding(high).bipush(20).ireturn().labelBinding(other).iload(0).lookupswitch(low, List.of(SwitchCase.of(-5, high), SwitchCase.of(500, other)));
        })
        .withMethodBody("blocks", MethodTypeDesc.of(CD_long, CD_long), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c -> c.block(inner -> inner.lload(0).lconst_0().lcmp().ifThenElse(Opcode.IFGT, yes -> yes.lload(0).lconst_1().lushr().lreturn(), no -> no.lload(0).lneg().lreturn()))
        )));
    Class<?> c = new Loader(added).loadClass("ClassRewriting$Subject");
    System.out.println(c.getField("extra").get(null) + " " + c.getMethod("blocks", long.class).invoke(null, 9L) + c.getMethod("blocks", long.class).invoke(null, -9L));
    for (int i : new int[] {1, 2, 3, -5}) System.out.print(c.getMethod("switched", int.class).invoke(null, i) + " ");
    System.out.println();
    // Everything that this program consists of, read and written again.
    int same = 0;
    for (String name : List.of("ClassRewriting", "ClassRewriting$Loader", "ClassRewriting$1", "ClassRewriting$Subject")) {
      var in = ClassRewriting.class.getResourceAsStream(name + ".class");
      if (in == null) continue;
      byte[] bytes = in.readAllBytes();
      if (tool.verify(tool.transformClass(tool.parse(bytes), ClassTransform.ACCEPT_ALL)).isEmpty()) same++;
    }
    System.out.println(same);
    for (ClassElement e : model) if (e instanceof MethodModel m && m.methodName().equalsString("choose")) m.code().orElseThrow().forEach(i -> { if (i instanceof Instruction x) System.out.print(x.opcode() + " "); });
    System.out.println();
  }
}
