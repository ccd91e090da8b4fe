// Versions of class files: which are accepted without --enable-preview, and the sentences for those that are not.
import java.lang.classfile.*;
import java.lang.constant.*;
import java.util.*;

public class ClassVersions {
  static class Loader extends ClassLoader {
    Class<?> define(String name, byte[] bytes) { return defineClass(name, bytes, 0, bytes.length); }
  }
  static byte[] make(String name, int major, int minor) {
    byte[] bytes = ClassFile.of().build(ClassDesc.of(name), b -> b.withFlags(ClassFile.ACC_PUBLIC));
    bytes[4] = (byte) (minor >> 8);
    bytes[5] = (byte) minor;
    bytes[6] = (byte) (major >> 8);
    bytes[7] = (byte) major;
    return bytes;
  }
  static void attempt(String name, byte[] bytes) {
    try {
      System.out.println(new Loader().define(name, bytes).getName() + " is defined");
    } catch (Throwable e) { System.out.println(e); }
  }

  public static void main(String[] args) {
    for (int major : new int[] {0, 44, 45, 46, 49, 50, 52, 55, 56, 60, 61, 65, 68, 69, 70, 71, 255, 65535})
      for (int minor : new int[] {0, 3, 65534, 65535}) attempt("V" + major + "_" + minor, make("V" + major + "_" + minor, major, minor));
    attempt("Other", make("p/Name".replace('/', '.'), 69, 0));
    byte[] magic = make("Magic", 69, 0);
    magic[0] = 0;
    attempt("Magic", magic);
    attempt("Empty", new byte[0]);
    attempt("Short", Arrays.copyOf(make("Short", 69, 0), 9));
    byte[] longer = make("Longer", 69, 0);
    attempt("Longer", Arrays.copyOf(longer, longer.length + 1));
    attempt("java.lang.Mine", make("java.lang.Mine", 69, 0));
    attempt(null, make("Unnamed", 69, 0));
    attempt("a/b", make("a.b", 69, 0));
    System.out.println(System.getProperty("java.class.version") + " " + ClassFile.latestMajorVersion() + " " + ClassFileFormatVersion());
  }
  static Object ClassFileFormatVersion() { return java.lang.reflect.ClassFileFormatVersion.latest() + " " + java.lang.reflect.ClassFileFormatVersion.fromMajor(61); }
}
