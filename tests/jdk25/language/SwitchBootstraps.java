// The bootstrap methods of switches, called directly: labels of each kind, restarts, wrong labels, enum constants that are gone.
import java.lang.classfile.*;
import java.lang.constant.*;
import java.lang.Enum.EnumDesc;
import java.lang.invoke.*;
import java.lang.runtime.ExactConversionsSupport;
import java.util.*;
import static java.lang.invoke.MethodType.methodType;

public class SwitchBootstraps {
  enum Color { RED, GREEN { @Override String tell() { return "special"; } }, BLUE; String tell() { return "plain"; } }
  interface Action { Object run() throws Throwable; }

  static void attempt(String what, Action action) {
    try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + e); }
  }

  static String classic(Color color) {
    switch (color) {
      case RED: return "r";
      case GREEN: return color.tell();
      default: return "d" + color.ordinal();
    }
  }

  static String guarded(Color color, int n) {
    return switch (color) {
      case Color c when n > 5 && c == Color.RED -> "red above";
      case RED -> "red";
      case Color c when n == 0 -> "zero " + c;
      case GREEN, BLUE -> "other " + color;
    };
  }

  static String mixed(String text) {
    return switch (text) {
      case String s when s.startsWith("!") -> "mark " + s;
      case "one" -> "1";
      case "two" -> "2";
      case "Aa" -> "first of one hash";
      case "BB" -> "second of one hash";
      case null -> "null";
      case String s when s.length() > 3 -> "long";
      default -> "default";
    };
  }

  static String numbers(Integer n) {
    return switch (n) {
      case 1 -> "one";
      case 1000 -> "thousand";
      case Integer i when i < 0 -> "negative";
      case Integer.MAX_VALUE -> "largest";
      case Integer i -> "int " + i;
    };
  }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodType type = methodType(int.class, Object.class, int.class);
    MethodHandle any = java.lang.runtime.SwitchBootstraps.typeSwitch(lookup, "x", type, String.class, "text", 42, Integer.class, Color.class, int[].class,
        EnumDesc.of(Color.class.describeConstable().get(), "BLUE")).dynamicInvoker();
    for (Object o : new Object[] {"text", 42, 43, Color.RED, Color.BLUE, new int[0], 1L, null}) System.out.print((int) any.invokeExact(o, 0) + "/" + (int) any.invokeExact(o, 1) + "/" + (int) any.invokeExact(o, 4) + "/" + (int) any.invokeExact(o, 7) + " ");
    System.out.println();
    attempt("restart beyond", () -> (int) any.invokeExact((Object) "x", 8));
    attempt("negative restart", () -> (int) any.invokeExact((Object) "x", -1));
    attempt("wrong label", () -> java.lang.runtime.SwitchBootstraps.typeSwitch(lookup, "x", type, 1.5));
    attempt("null label", () -> java.lang.runtime.SwitchBootstraps.typeSwitch(lookup, "x", type, (Object) null));
    attempt("wrong type", () -> java.lang.runtime.SwitchBootstraps.typeSwitch(lookup, "x", methodType(int.class, Object.class), String.class));
    attempt("null lookup", () -> java.lang.runtime.SwitchBootstraps.typeSwitch(null, "x", type, String.class));
    attempt("missing constant", () -> (int) java.lang.runtime.SwitchBootstraps.typeSwitch(lookup, "x", type, EnumDesc.of(Color.class.describeConstable().get(), "PINK")).dynamicInvoker().invokeExact((Object) Color.RED, 0));
    attempt("missing class", () -> (int) java.lang.runtime.SwitchBootstraps.typeSwitch(lookup, "x", type, EnumDesc.of(ClassDesc.of("no.Such"), "A")).dynamicInvoker().invokeExact((Object) Color.RED, 0));
    MethodHandle enums = java.lang.runtime.SwitchBootstraps.enumSwitch(lookup, "x", methodType(int.class, Color.class, int.class), "BLUE", "PINK", "RED", Color.class).dynamicInvoker();
    for (Color c : new Color[] {Color.RED, Color.GREEN, Color.BLUE, null}) System.out.print((int) enums.invokeExact(c, 0) + "/" + (int) enums.invokeExact(c, 3) + " ");
    System.out.println();
    attempt("enum of Object", () -> java.lang.runtime.SwitchBootstraps.enumSwitch(lookup, "x", type, "A"));
    attempt("exact", () -> ExactConversionsSupport.isIntToByteExact(128) + " " + ExactConversionsSupport.isDoubleToLongExact(-0.0) + " " + ExactConversionsSupport.isLongToFloatExact(1L << 40));

    for (Color c : Color.values()) System.out.print(classic(c) + " " + guarded(c, 0) + " " + guarded(c, 9) + "; ");
    System.out.println();
    for (String s : new String[] {"one", "two", "!x", "Aa", "BB", "C", "long one", null, new String("one")}) System.out.print(mixed(s) + "; ");
    System.out.println();
    for (int n : new int[] {1, 1000, -7, Integer.MAX_VALUE, 5}) System.out.print(numbers(n) + "; ");
    System.out.println();
    attempt("null enum", () -> classic(null));
    attempt("null with guards", () -> guarded(null, 0));
    attempt("null integer", () -> numbers(null));

    // A class of a later version of the enum's user: the constant that it names is not there.
    byte[] user = ClassFile.of().build(ClassDesc.of("User"), b -> b.withMethodBody("get", MethodTypeDesc.of(ConstantDescs.CD_Object), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, c ->
        c.getstatic(Color.class.describeConstable().get(), "PINK", Color.class.describeConstable().get()).areturn()));
    MethodHandles.Lookup hidden = lookup.defineHiddenClass(user, true, MethodHandles.Lookup.ClassOption.NESTMATE);
    attempt("constant that is gone", () -> hidden.findStatic(hidden.lookupClass(), "get", methodType(Object.class)).invoke());
  }
}
