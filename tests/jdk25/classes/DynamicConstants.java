// Dynamic constants and call sites made by the class-file API: each type, bootstraps that fail, that answer wrong, that ask again.
import java.lang.classfile.*;
import java.lang.constant.*;
import java.lang.invoke.*;
import java.util.*;
import static java.lang.constant.ConstantDescs.*;

public class DynamicConstants {
  static int calls;
  public static Object any(MethodHandles.Lookup lookup, String name, Class<?> type, Object... args) throws Throwable {
    calls++;
    return switch (name) {
      case "int" -> 42;
      case "long" -> 1L << 40;
      case "double" -> 2.5;
      case "float" -> 1.5f;
      case "char" -> 'c';
      case "boolean" -> true;
      case "byte" -> (byte) -3;
      case "short" -> (short) 300;
      case "String" -> "made by " + lookup.lookupClass().getSimpleName() + " " + Arrays.toString(args);
      case "null" -> null;
      case "wrong" -> List.of();
      case "throws" -> throw new IllegalStateException("bootstrap");
      case "checked" -> throw new java.io.IOException("checked");
      case "error" -> throw new LinkageError("own linkage error");
      case "again" -> Class.forName("Made", true, lookup.lookupClass().getClassLoader()).getMethod("again").invoke(null);
      default -> throw new AssertionError(name);
    };
  }
  public static CallSite site(MethodHandles.Lookup lookup, String name, MethodType type, Object... args) throws Throwable {
    calls++;
    return switch (name) {
      case "null" -> null;
      case "wrongType" -> new ConstantCallSite(MethodHandles.constant(int.class, 1));
      case "throws" -> throw new IllegalStateException("site");
      case "mutable" -> { MutableCallSite s = new MutableCallSite(MethodHandles.constant(Object.class, "before")); MUTABLE = s; yield s; }
      default -> new ConstantCallSite(MethodHandles.constant(Object.class, name + Arrays.toString(args)));
    };
  }
  public static String notASite(MethodHandles.Lookup lookup, String name, MethodType type) { return "x"; }
  static MutableCallSite MUTABLE;
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) {
    try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + e + (e.getCause() != null ? " / " + e.getCause() : "")); }
  }

  static final ClassDesc HOST = ClassDesc.of("DynamicConstants");
  static DirectMethodHandleDesc bootstrap(String method, ClassDesc result, ClassDesc third) {
    boolean plain = method.equals("notASite");
    return MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, HOST, method, plain ? MethodTypeDesc.of(result, CD_MethodHandles_Lookup, CD_String, third) : MethodTypeDesc.of(result, CD_MethodHandles_Lookup, CD_String, third, CD_Object.arrayType()));
  }
  static DynamicConstantDesc<?> constant(String name, ClassDesc type, ConstantDesc... args) { return DynamicConstantDesc.ofNamed(bootstrap("any", CD_Object, CD_Class), name, type, args); }

  public static void main(String[] args) throws Throwable {
    Map<String, ClassDesc> types = new LinkedHashMap<>();
    for (ClassDesc c : List.of(CD_int, CD_long, CD_double, CD_float, CD_char, CD_boolean, CD_byte, CD_short)) types.put(c.displayName(), c);
    types.put("String", CD_String);
    types.put("null", CD_Object);
    types.put("wrong", CD_String);
    types.put("throws", CD_Object);
    types.put("checked", CD_Object);
    types.put("error", CD_Object);
    types.put("again", CD_Object);
    byte[] bytes = ClassFile.of().build(ClassDesc.of("Made"), b -> {
      b.withFlags(ClassFile.ACC_PUBLIC);
      for (var each : types.entrySet()) {
        ClassDesc type = each.getValue();
        b.withMethodBody(each.getKey().equals("String") || each.getKey().length() > 7 || !type.isPrimitive() ? each.getKey() : "of_" + each.getKey(), MethodTypeDesc.of(type), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c ->
            c.ldc(constant(each.getKey(), type)).return_(TypeKind.from(type)));
      }
      b.withMethodBody("args", MethodTypeDesc.of(CD_String), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c ->
          c.ldc(constant("String", CD_String, 1, 2L, 3f, 4.0, "five", CD_int, CD_List, MethodTypeDesc.of(CD_void, CD_int), constant("int", CD_int), constant("null", CD_Object))).areturn());
      b.withMethodBody("nestedFailure", MethodTypeDesc.of(CD_String), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c -> c.ldc(constant("String", CD_String, constant("throws", CD_Object))).areturn());
      b.withMethodBody("missing", MethodTypeDesc.of(CD_Object), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c ->
          c.ldc(DynamicConstantDesc.ofNamed(bootstrap("none", CD_Object, CD_Class), "x", CD_Object)).areturn());
      for (String name : List.of("null", "wrongType", "throws", "mutable", "fine"))
        b.withMethodBody("site_" + name, MethodTypeDesc.of(CD_Object), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c ->
            c.invokedynamic(DynamicCallSiteDesc.of(bootstrap("site", CD_CallSite, CD_MethodType), name, MethodTypeDesc.of(CD_Object), "a", 7)).areturn());
      b.withMethodBody("site_none", MethodTypeDesc.of(CD_Object), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c ->
          c.invokedynamic(DynamicCallSiteDesc.of(bootstrap("notASite", CD_String, CD_MethodType), "x", MethodTypeDesc.of(CD_Object))).areturn());
      b.withMethodBody("constants", MethodTypeDesc.of(CD_Object), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c -> c.ldc(ConstantDescs.NULL).pop()
          .ldc(DynamicConstantDesc.ofNamed(ConstantDescs.BSM_PRIMITIVE_CLASS, "J", CD_Class)).pop()
          .ldc(DynamicConstantDesc.ofNamed(ConstantDescs.BSM_ENUM_CONSTANT, "BLOCKED", ClassDesc.ofDescriptor("Ljava/lang/Thread$State;"))).areturn());
    });
    Class<?> made = MethodHandles.lookup().defineClass(bytes);
    for (var method : Arrays.stream(made.getDeclaredMethods()).map(m -> m.getName()).sorted().toList()) {
      int before = calls;
      for (int i = 0; i < 2; i++) attempt(method, () -> { try { return made.getMethod(method).invoke(null); } catch (java.lang.reflect.InvocationTargetException e) { throw e.getCause(); } });
      if (!method.equals("again") && !method.equals("nestedFailure")) System.out.println("  bootstraps " + (calls - before));
    }
    MUTABLE.setTarget(MethodHandles.constant(Object.class, "after"));
    attempt("mutable", () -> made.getMethod("site_mutable").invoke(null));

    // Threads that race get one constant.
    Class<?> raced = MethodHandles.lookup().defineHiddenClass(ClassFile.of().build(ClassDesc.of("Raced"), b -> b.withFlags(ClassFile.ACC_PUBLIC).withMethodBody("get", MethodTypeDesc.of(CD_String), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c -> c.ldc(constant("String", CD_String, "race")).areturn())), true).lookupClass();
    MethodHandle get = MethodHandles.lookup().findStatic(raced, "get", MethodType.methodType(String.class));
    Set<Object> identities = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    Thread[] threads = new Thread[8];
    for (int t = 0; t < threads.length; t++) (threads[t] = new Thread(() -> { try { identities.add((String) get.invokeExact()); } catch (Throwable e) { System.out.println(e); } })).start();
    for (Thread t : threads) t.join();
    System.out.println(identities.size());
  }
}
