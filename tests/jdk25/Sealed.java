// Sealed types: refusals by the VM say the condition that fails.
import java.lang.classfile.*;
import java.lang.classfile.attribute.*;
import java.lang.constant.*;
import java.util.*;

public class Sealed {
  static byte[] make(String name, String superclass, List<String> interfaces, int flags, List<String> permitted) {
    return ClassFile.of().build(ClassDesc.of(name), b -> {
      b.withFlags(flags).withSuperclass(ClassDesc.of(superclass)).withInterfaceSymbols(interfaces.stream().map(ClassDesc::of).toList());
      if (permitted != null) b.with(PermittedSubclassesAttribute.ofSymbols(permitted.stream().map(ClassDesc::of).toList()));
    });
  }
  static class Loader extends ClassLoader {
    final Map<String, byte[]> classes = new HashMap<>();
    Loader(String name, ClassLoader parent) { super(name, parent); }
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) throw new ClassNotFoundException(name);
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
  public static void main(String[] args) {
    int pub = ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER;
    int itf = ClassFile.ACC_PUBLIC | ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT;
    Loader loader = new Loader("own", Sealed.class.getClassLoader());
    loader.classes.put("p.S", make("p.S", "java.lang.Object", List.of(), pub, List.of("p.A", "q.B", "q.C")));
    loader.classes.put("p.A", make("p.A", "p.S", List.of(), pub, null));
    loader.classes.put("q.B", make("q.B", "p.S", List.of(), ClassFile.ACC_SUPER, null));
    loader.classes.put("q.C", make("q.C", "p.S", List.of(), pub, null));
    loader.classes.put("p.D", make("p.D", "p.S", List.of(), pub, null));
    loader.classes.put("p.I", make("p.I", "java.lang.Object", List.of(), itf, List.of("p.J")));
    loader.classes.put("p.J", make("p.J", "java.lang.Object", List.of("p.I"), itf, null));
    loader.classes.put("p.K", make("p.K", "java.lang.Object", List.of("p.I"), itf, null));
    loader.classes.put("p.L", make("p.L", "java.lang.Object", List.of("p.I"), pub, null));
    Loader other = new Loader("other", loader);
    other.classes.put("q.Z", make("q.Z", "p.S", List.of(), pub, null));
    for (String name : List.of("p.A", "q.B", "q.C", "p.D", "p.J", "p.K", "p.L")) tell(name, loader);
    tell("q.Z", other);
  }
  static void tell(String name, ClassLoader loader) {
    try { System.out.println(Class.forName(name, false, loader)); } catch (Throwable e) { System.out.println(e.toString().replaceAll("@[0-9a-f]+", "@")); }
  }
}
