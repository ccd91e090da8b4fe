// Method handles put together: loops, finally, switches, collectors, spreaders, permutations, filters; wrong types and their texts.
import java.lang.invoke.*;
import java.util.*;
import static java.lang.invoke.MethodHandles.*;
import static java.lang.invoke.MethodType.methodType;

public class LoopHandles {
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + e); } }
  static int plus(int a, int b) { return a + b; }
  static boolean below(int a, int limit) { return a < limit; }
  static String cleanup(Throwable t, String result, int n) { return "cleaned " + t + " " + result + " " + n; }
  static String maybe(int n) { if (n < 0) throw new IllegalArgumentException("negative " + n); return "result " + n; }
  static String tell(Object a, long b, double c, String... rest) { return a + " " + b + " " + c + " " + String.join("+", rest); }
  static List<Object> append(List<Object> list, Object o) { List<Object> l = new ArrayList<>(list); l.add(o); return l; }
  int field = 3;
  int scaled(int n) { return field * n; }

  public static void main(String[] args) throws Throwable {
    Lookup lookup = lookup();
    MethodHandle plus = lookup.findStatic(LoopHandles.class, "plus", methodType(int.class, int.class, int.class));
    MethodHandle below = lookup.findStatic(LoopHandles.class, "below", methodType(boolean.class, int.class, int.class));
    MethodHandle append = lookup.findStatic(LoopHandles.class, "append", methodType(List.class, List.class, Object.class));
    MethodHandle whileLoop = whileLoop(constant(int.class, 1), below, dropArguments(insertArguments(plus, 1, 3), 1, int.class));
    System.out.println((int) whileLoop.invokeExact(100) + " " + whileLoop.type());
    MethodHandle iterated = iteratedLoop(null, constant(List.class, List.of()), append.asType(methodType(List.class, List.class, Object.class)));
    System.out.println(iterated.invoke(List.of("a", "b")));
    System.out.println((int) countedLoop(constant(int.class, 1000), constant(int.class, 0), plus).invokeExact());
    MethodHandle maybe = lookup.findStatic(LoopHandles.class, "maybe", methodType(String.class, int.class));
    MethodHandle finallyHandle = tryFinally(maybe, lookup.findStatic(LoopHandles.class, "cleanup", methodType(String.class, Throwable.class, String.class, int.class)));
    System.out.println((String) finallyHandle.invokeExact(5));
    attempt("finally", () -> (String) finallyHandle.invokeExact(-5));
    MethodHandle table = tableSwitch(dropArguments(constant(String.class, "default"), 0, int.class), dropArguments(constant(String.class, "zero"), 0, int.class), dropArguments(constant(String.class, "one"), 0, int.class));
    for (int i = -1; i < 4; i++) System.out.print((String) table.invokeExact(i) + " ");
    System.out.println();
    MethodHandle tell = lookup.findStatic(LoopHandles.class, "tell", methodType(String.class, Object.class, long.class, double.class, String[].class));
    System.out.println(tell.isVarargsCollector() + " " + tell.invoke("x", 1, 2f, "a", "b") + " " + tell.invoke("x", 1, 2f) + " " + tell.invokeWithArguments(1, 2, 3, "r") + " " + (String) tell.asFixedArity().invokeExact((Object) "e", 5L, 6.0, new String[] {"f"}));
    MethodHandle permuted = permuteArguments(tell.asFixedArity(), methodType(String.class, double.class, String[].class, Object.class, long.class), 2, 3, 0, 1);
    System.out.println((String) permuted.invokeExact(1.5, new String[] {"p", "q"}, (Object) "o", 9L));
    System.out.println((int) permuteArguments(plus, methodType(int.class, int.class), 0, 0).invokeExact(21));
    MethodHandle spread = plus.asSpreader(int[].class, 2);
    System.out.println((int) spread.invokeExact(new int[] {4, 5}) + " " + plus.asSpreader(Object[].class, 1).invoke(1, new Object[] {(short) 2}));
    attempt("spread length", () -> (int) spread.invokeExact(new int[3]));
    attempt("spread null", () -> (int) spread.invokeExact((int[]) null));
    System.out.println(append.asCollector(0, List.class, 0 + 1).type() + " " + lookup.findStatic(Arrays.class, "asList", methodType(List.class, Object[].class)).asCollector(Object[].class, 4).invoke(1, 'c', 2.0, "s"));
    MethodHandle filtered = filterReturnValue(filterArguments(plus, 1, lookup.findVirtual(String.class, "length", methodType(int.class))), lookup.findStatic(String.class, "valueOf", methodType(String.class, int.class)));
    System.out.println((String) filtered.invokeExact(10, "four") + " " + collectArguments(plus, 0, plus).invoke(1, 2, 3) + " " + foldArguments(plus, 0, dropArguments(identity(int.class), 1)).invoke(8));
    MethodHandle guard = guardWithTest(insertArguments(below, 1, 10), dropArguments(constant(String.class, "small"), 0, int.class), maybe);
    System.out.println((String) guard.invokeExact(3) + " " + (String) guard.invokeExact(30));
    MethodHandle thrower = throwException(String.class, IllegalStateException.class).bindTo(new IllegalStateException("thrown"));
    attempt("throw", () -> (String) thrower.invokeExact());
    attempt("catch", () -> (String) catchException(thrower, IllegalStateException.class, lookup.findVirtual(Throwable.class, "getMessage", methodType(String.class)).asType(methodType(String.class, IllegalStateException.class))).invokeExact());
    LoopHandles object = new LoopHandles();
    MethodHandle scaled = lookup.findVirtual(LoopHandles.class, "scaled", methodType(int.class, int.class));
    System.out.println((int) scaled.bindTo(object).invokeExact(7) + " " + lookup.findGetter(LoopHandles.class, "field", int.class).invoke(object) + " " + lookup.unreflect(LoopHandles.class.getDeclaredMethod("scaled", int.class)).invoke(object, 2) + " " + lookup.revealDirect(scaled) + " " + arrayLength(int[].class).invoke(new int[5]) + " " + arrayConstructor(String[].class).invoke(2).getClass());
    MethodHandle conversion = plus.asType(methodType(Object.class, Byte.class, Object.class));
    System.out.println(conversion.invoke((byte) 3, (Object) 4) + " " + explicitCastArguments(plus, methodType(byte.class, double.class, boolean.class)).invoke(300.7, true) + " " + explicitCastArguments(plus, methodType(int.class, Object.class, Object.class)).invoke((Object) null, (Object) 'a'));
    attempt("convert", () -> conversion.invoke((byte) 3, (Object) "text"));
    attempt("convert null", () -> conversion.invoke(null, (Object) 1));
    attempt("asType", () -> plus.asType(methodType(void.class, String.class, int.class)));
    attempt("arity", () -> plus.asType(methodType(int.class, int.class)));
    attempt("no such method", () -> lookup.findStatic(LoopHandles.class, "none", methodType(void.class)));
    attempt("not static", () -> lookup.findStatic(LoopHandles.class, "scaled", methodType(int.class, int.class)));
    attempt("no access", () -> lookup.findVirtual(String.class, "isLatin1", methodType(boolean.class)));
    attempt("no private lookup", () -> privateLookupIn(String.class, lookup));
    attempt("special", () -> lookup.findSpecial(Object.class, "toString", methodType(String.class), LoopHandles.class).invoke(object).toString().startsWith("LoopHandles@"));
    attempt("special caller", () -> lookup.findSpecial(Object.class, "toString", methodType(String.class), String.class));
    attempt("constructor", () -> lookup.findConstructor(ArrayList.class, methodType(void.class, Collection.class)).invoke(Set.of(1)));
    attempt("drop lookup", () -> lookup.dropLookupMode(Lookup.PRIVATE).findGetter(LoopHandles.class, "field", int.class).type() + " " + lookup.in(String.class) + " " + publicLookup());
    attempt("permute", () -> permuteArguments(plus, methodType(int.class, int.class), 0, 1));
    attempt("insert", () -> insertArguments(plus, 0, "x"));
    attempt("insert many", () -> insertArguments(plus, 1, 1, 2));
    attempt("collect", () -> collectArguments(plus, 0, constant(String.class, "x")));
    attempt("guard", () -> guardWithTest(plus, plus, plus));
    attempt("loop", () -> countedLoop(constant(long.class, 1L), null, plus));
    attempt("proxy", () -> ((Comparator<?>) MethodHandleProxies.asInterfaceInstance(Comparator.class, dropArguments(constant(int.class, -1), 0, Object.class, Object.class))).compare(null, null));
    attempt("too many", () -> methodType(void.class, Collections.nCopies(256, Object.class)));
    attempt("parameters", () -> dropArguments(plus, 0, Collections.nCopies(254, int.class)).type().parameterCount());
    VarHandle numbers = arrayElementVarHandle(long[].class);
    long[] longs = {1, 2, 3};
    System.out.println((long) numbers.getAndAdd(longs, 1, 5L) + " " + longs[1] + " " + (boolean) numbers.weakCompareAndSetPlain(longs, 0, 1L, 9L) + " " + numbers.toMethodHandle(VarHandle.AccessMode.GET_VOLATILE).invoke(longs, 2) + " " + filterValue(numbers, explicitCastArguments(identity(long.class), methodType(long.class, String.class).changeParameterType(0, int.class)), explicitCastArguments(identity(int.class), methodType(int.class, long.class))).varType());
    attempt("bounds", () -> (long) numbers.getVolatile(longs, 3));
    attempt("exact", () -> (long) numbers.withInvokeExactBehavior().get(longs, (short) 1));
    attempt("unsupported", () -> lookup.findVarHandle(Final.class, "f", int.class).compareAndSet(new Final(), 1, 2));
    int sum = 0;
    MethodHandle inlined = filterReturnValue(plus, insertArguments(plus, 1, 1));
    for (int i = 0; i < 5000; i++) sum = (int) inlined.invokeExact(sum, i);
    System.out.println(sum);
  }
  static class Final { final int f = 1; }
}
