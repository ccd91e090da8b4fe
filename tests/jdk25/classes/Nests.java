// JEP 181: private members within a nest: every kind of access, and nests whose host or member does not agree.
import java.lang.classfile.*;
import java.lang.classfile.attribute.*;
import java.lang.constant.*;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import static java.lang.constant.ConstantDescs.*;

public class Nests {
  private int field = 1;
  private static long total = 10;
  private Nests() {}
  private Nests(int n) { field = n; }
  private String tell() { return "outer " + field; }
  private static String shared() { return "shared " + total; }
  static class Nested {
    private int mine = 5;
    private Nested() {}
    private String own() { return "nested " + mine; }
    int sum(Nests n) { return n.field + mine++ + (int) (total += 2); }
    interface Deep { private String hidden() { return "deep " + new Nested().mine + shared(); } default String open() { return hidden(); } }
  }
  class Inner extends Nested implements Nested.Deep { String all() { return tell() + super.own() + ((Nested.Deep) this).hidden(); } }
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) {
    try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + String.valueOf(e).replaceAll("@[0-9a-f]+", "@")); }
  }

  static class Loader extends ClassLoader {
    final Map<String, byte[]> classes = new HashMap<>();
    Loader() { super("own", Nests.class.getClassLoader()); }
    void add(String name, String host, String... members) {
      classes.put(name, ClassFile.of().build(ClassDesc.of(name), b -> {
        b.withFlags(ClassFile.ACC_PUBLIC);
        if (host != null) b.with(NestHostAttribute.of(b.constantPool().classEntry(ClassDesc.of(host))));
        if (members.length > 0) b.with(NestMembersAttribute.ofSymbols(Arrays.stream(members).map(ClassDesc::of).toArray(ClassDesc[]::new)));
        b.withMethodBody("secret", MethodTypeDesc.of(CD_String), ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC, c -> c.loadConstant("secret of " + name).areturn());
        b.withField("field", CD_int, ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC);
        for (String other : List.of("h.Host", "h.Friend", "h.Stranger", "k.Far"))
          b.withMethodBody("of" + other.substring(2), MethodTypeDesc.of(CD_String), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c -> c.invokestatic(ClassDesc.of(other), "secret", MethodTypeDesc.of(CD_String)).areturn());
        b.withMethodBody("fieldOfHost", MethodTypeDesc.of(CD_int), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c -> c.getstatic(ClassDesc.of("h.Host"), "field", CD_int).ireturn());
      }));
    }
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) throw new ClassNotFoundException(name);
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  public static void main(String[] args) throws Throwable {
    Nests outer = new Nests(7);
    System.out.println(outer.new Inner().all() + " " + new Nested().sum(outer) + " " + new Nested.Deep() {}.open() + " " + new Nests().field);
    System.out.println(Nested.class.getNestHost() + " " + Arrays.stream(Nests.class.getNestMembers()).map(Class::getSimpleName).sorted().toList());
    System.out.println(Nested.Deep.class.isNestmateOf(Inner.class) + " " + int[].class.getNestHost() + " " + String.class.isNestmateOf(Nests.class) + " " + int.class.getNestMembers()[0]);
    MethodHandles.Lookup nested = MethodHandles.privateLookupIn(Nested.class, MethodHandles.lookup());
    System.out.println(nested.findVirtual(Nests.class, "tell", MethodType.methodType(String.class)).invoke(outer) + " " + Nests.class.getDeclaredMethod("shared").invoke(null));

    Loader loader = new Loader();
    loader.add("h.Host", null, "h.Friend", "h.Missing", "k.Far", "h.Denies");
    loader.add("h.Friend", "h.Host");
    loader.add("h.Stranger", "h.Host");
    loader.add("h.Denies", null);
    loader.add("h.Lost", "h.Nowhere");
    loader.add("h.Chain", "h.Friend");
    loader.add("h.Array", "java.lang.String");
    loader.add("k.Far", "h.Host");
    for (String name : List.of("h.Host", "h.Friend", "h.Stranger", "h.Denies", "h.Lost", "h.Chain", "h.Array", "k.Far")) {
      Class<?> c = loader.loadClass(name);
      attempt(name + " host", () -> c.getNestHost());
      attempt(name + " members", () -> Arrays.toString(c.getNestMembers()));
      for (String method : List.of("ofHost", "ofFriend", "ofStranger", "ofFar", "fieldOfHost")) attempt(name + "." + method, () -> { try { return c.getMethod(method).invoke(null); } catch (InvocationTargetException e) { throw e.getCause(); } });
    }
    Class<?> friend = loader.loadClass("h.Friend");
    attempt("reflection", () -> { Method m = friend.getDeclaredMethod("secret"); return m.invoke(null); });
    attempt("isNestmateOf", () -> friend.isNestmateOf(loader.loadClass("h.Host")) + " " + friend.isNestmateOf(loader.loadClass("k.Far")));
  }
}
