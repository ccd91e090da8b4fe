// JEP 484: the class-file API writes a class, reads it back, and the VM runs it.
import java.lang.classfile.*;
import java.lang.constant.*;
import java.lang.invoke.MethodHandles;
import static java.lang.constant.ConstantDescs.*;

public class ClassFiles {
  public static void main(String[] args) throws Throwable {
    byte[] bytes = ClassFile.of().build(ClassDesc.of("Made"), builder -> builder
        .withMethodBody("twice", MethodTypeDesc.of(CD_int, CD_int), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
            code -> code.iload(0).iconst_2().imul().ireturn())
        .withMethodBody("loop", MethodTypeDesc.of(CD_long, CD_int), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, code -> {
          Label top = code.newLabel();
          Label end = code.newLabel();
          code.lconst_0().lstore(1).labelBinding(top).iload(0).ifle(end).lload(1).iload(0).i2l().ladd().lstore(1).iinc(0, -1).goto_(top).labelBinding(end).lload(1).lreturn();
        }));
    Class<?> made = MethodHandles.lookup().defineClass(bytes);
    System.out.println(made.getMethod("twice", int.class).invoke(null, 21) + " " + made.getMethod("loop", int.class).invoke(null, 100));
    ClassModel model = ClassFile.of().parse(bytes);
    System.out.println(model.majorVersion() + " " + model.thisClass().asInternalName());
    for (MethodModel method : model.methods()) {
      System.out.println(method.methodName().stringValue() + method.methodType().stringValue() + " " + method.code().get().elementList().size());
    }
    ClassModel own = ClassFile.of().parse(ClassFiles.class.getResourceAsStream("ClassFiles.class").readAllBytes());
    System.out.println(own.majorVersion() + " " + own.methods().size() + " " + ClassFile.of().verify(own).size());
    byte[] later = bytes.clone();
    later[7] = 70;
    try { new Loader().define(later); } catch (UnsupportedClassVersionError e) { System.out.println(e.getMessage()); }
    later[7] = 69;
    later[5] = later[4] = (byte) 0xff;
    try { new Loader().define(later); } catch (UnsupportedClassVersionError e) { System.out.println(e.getMessage()); }
    later[7] = 65;
    try { new Loader().define(later); } catch (UnsupportedClassVersionError e) { System.out.println(e.getMessage()); }
    byte[] broken = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS).build(ClassDesc.of("Broken"), b -> b
        .withMethodBody("m", MethodTypeDesc.of(CD_int), ClassFile.ACC_STATIC, code -> code.aconst_null().ireturn()));
    try { System.out.println(Class.forName("Broken", true, new Loader(broken))); } catch (VerifyError e) { System.out.println(e.getMessage()); }
  }
  static class Loader extends ClassLoader {
    byte[] bytes;
    Loader(byte... bytes) { this.bytes = bytes; }
    Class<?> define(byte[] b) { return defineClass(null, b, 0, b.length); }
    protected Class<?> findClass(String name) { return define(bytes); }
  }
}
