// JEP 371: hidden classes: names, nests, class data, initializers that fail, what finds them, and that they can be collected.
import java.lang.classfile.*;
import java.lang.constant.*;
import java.lang.invoke.*;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.ref.*;
import java.util.*;
import java.util.function.Supplier;
import static java.lang.constant.ConstantDescs.*;
import static java.lang.invoke.MethodType.methodType;

public class HiddenClasses {
  private static int secret = 41;
  private static String reveal(int n) { return "revealed " + n; }
  interface Action { Object run() throws Throwable; }

  static String plain(Object o) { return String.valueOf(o).replaceAll("/?0x[0-9a-f]+", "/X").replaceAll("@[0-9a-f]+", "@"); }
  static void attempt(String what, Action action) {
    try { System.out.println(what + ": " + plain(action.run())); } catch (Throwable e) { System.out.println(what + ": " + plain(e) + (e.getCause() != null ? " / " + plain(e.getCause()) : "")); }
  }

  static byte[] make(String name, boolean fails) {
    ClassDesc own = ClassDesc.of(name), host = ClassDesc.of("HiddenClasses");
    return ClassFile.of().build(own, b -> {
      b.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL).withInterfaceSymbols(ClassDesc.of("java.util.function.Supplier"));
      b.withField("count", CD_int, ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE);
      b.withMethodBody("<init>", MTD_void, ClassFile.ACC_PUBLIC, c -> c.aload(0).invokespecial(CD_Object, "<init>", MTD_void).return_());
      b.withMethodBody("get", MethodTypeDesc.of(CD_Object), ClassFile.ACC_PUBLIC, c -> c
          .getstatic(own, "count", CD_int).iconst_1().iadd().dup().putstatic(own, "count", CD_int)
          .getstatic(host, "secret", CD_int).iadd().invokestatic(host, "reveal", MethodTypeDesc.of(CD_String, CD_int)).areturn());
      b.withMethodBody("thrower", MTD_void, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c -> c.aconst_null().athrow());
      b.withMethodBody("data", MethodTypeDesc.of(CD_Object), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c -> c.ldc(DynamicConstantDesc.ofNamed(
          MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, CD_MethodHandles, "classData", MethodTypeDesc.of(CD_Object, CD_MethodHandles_Lookup, CD_String, CD_Class)), "_", CD_Object)).areturn());
      b.withMethodBody("self", MethodTypeDesc.of(CD_Class), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c -> c.ldc(own).areturn());
      if (fails) b.withMethodBody("<clinit>", MTD_void, ClassFile.ACC_STATIC, c -> c.iconst_1().iconst_0().idiv().pop().return_());
    });
  }

  @SuppressWarnings("unchecked")
  public static void main(String[] args) throws Throwable {
    Lookup lookup = MethodHandles.lookup();
    byte[] bytes = make("HiddenClasses$$Made", false);
    Lookup first = lookup.defineHiddenClass(bytes, true, ClassOption.NESTMATE), second = lookup.defineHiddenClass(bytes, true, ClassOption.NESTMATE);
    Class<?> hidden = first.lookupClass();
    System.out.println((hidden != second.lookupClass()) + " " + plain(hidden) + " " + plain(hidden.getSimpleName()) + " " + hidden.isHidden() + " " + hidden.getCanonicalName() + " " + plain(hidden.descriptorString()) + " " + hidden.getNestHost() + " " + hidden.describeConstable());
    Supplier<String> made = (Supplier<String>) hidden.getDeclaredConstructor().newInstance();
    System.out.println(made.get() + " " + made.get() + " " + ((Supplier<String>) second.lookupClass().getDeclaredConstructor().newInstance()).get());
    System.out.println(plain(hidden.arrayType()) + " " + plain(hidden.arrayType().getName()) + " " + hidden.isNestmateOf(HiddenClasses.class) + " " + Arrays.asList(HiddenClasses.class.getNestMembers()).contains(hidden));
    System.out.println((Class<?>) first.findStatic(hidden, "self", methodType(Class.class)).invokeExact() == hidden);
    attempt("by name", () -> Class.forName(hidden.getName()));
    attempt("by lookup", () -> lookup.findClass(hidden.getName()));
    attempt("by loader", () -> HiddenClasses.class.getClassLoader().loadClass(hidden.getName()));
    attempt("no nestmate", () -> ((Supplier<?>) lookup.defineHiddenClass(bytes, true).lookupClass().getDeclaredConstructor().newInstance()).get());
    attempt("class data", () -> { Lookup l = lookup.defineHiddenClassWithClassData(bytes, List.of("data"), true); return l.findStatic(l.lookupClass(), "data", methodType(Object.class)).invoke(); });
    attempt("no class data", () -> first.findStatic(hidden, "data", methodType(Object.class)).invoke());
    attempt("other's class data", () -> MethodHandles.classData(MethodHandles.privateLookupIn(String.class, lookup), "_", Object.class));
    attempt("initializer", () -> lookup.defineHiddenClass(make("Fails", true), true));
    attempt("late initializer", () -> lookup.defineHiddenClass(make("Fails", true), false).lookupClass().getDeclaredConstructor().newInstance());
    attempt("other package", () -> lookup.defineHiddenClass(make("other.Made", false), true));
    attempt("no class file", () -> lookup.defineHiddenClass(new byte[] {1, 2, 3, 4}, true));
    attempt("cut", () -> lookup.defineHiddenClass(Arrays.copyOf(bytes, bytes.length - 5), true));
    attempt("public lookup", () -> MethodHandles.publicLookup().defineHiddenClass(bytes, true));
    attempt("strong", () -> lookup.defineHiddenClass(bytes, true, ClassOption.STRONG).lookupClass().isHidden());
    attempt("teleported", () -> lookup.in(Action.class).defineHiddenClass(bytes, true));
    attempt("trace", () -> { first.findStatic(hidden, "thrower", methodType(void.class)).invoke(); return 0; });
    try { first.findStatic(hidden, "thrower", methodType(void.class)).invoke(); } catch (NullPointerException e) { System.out.println(Arrays.stream(e.getStackTrace()).map(f -> plain(f.getClassName() + "." + f.getMethodName())).toList()); }
    attempt("same name twice", () -> { lookup.defineClass(make("Ordinary", false)); return lookup.defineClass(make("Ordinary", false)); });
    attempt("serial", () -> { new java.io.ObjectOutputStream(new java.io.ByteArrayOutputStream()).writeObject(made); return 0; });
    java.lang.reflect.Field count = hidden.getDeclaredField("count");
    count.setAccessible(true);
    attempt("field", () -> count.getInt(null));

    // A class that nobody refers to goes, although its loader stays.
    WeakReference<Class<?>> gone = new WeakReference<>(lookup.defineHiddenClass(bytes, true).lookupClass()), stays = new WeakReference<>(lookup.defineHiddenClass(bytes, true, ClassOption.STRONG).lookupClass());
    for (int i = 0; i < 50 && gone.get() != null; i++) { System.gc(); Thread.sleep(10); }
    System.out.println((gone.get() == null) + " " + (stays.get() != null));
    int made2 = 0;
    for (int i = 0; i < 300; i++) made2 += ((Supplier<String>) lookup.defineHiddenClass(bytes, true, ClassOption.NESTMATE).lookupClass().getDeclaredConstructor().newInstance()).get().length();
    System.out.println(made2);
  }
}
