// Method handles, var handles, hidden classes, constants by condy, lambdas of each shape.
import java.lang.invoke.*;
import java.util.*;
import java.util.function.*;
import static java.lang.invoke.MethodType.methodType;

public class Handles {
  int field;
  static volatile long counter;
  int plus(int x) { return field + x; }
  static String join(Object a, long b, String c) { return a + ":" + b + ":" + c; }
  interface Five<A> { A apply(A a, int b, long c, double d, Object e); }

  public static void main(String[] args) throws Throwable {
    var lookup = MethodHandles.lookup();
    MethodHandle join = lookup.findStatic(Handles.class, "join", methodType(String.class, Object.class, long.class, String.class));
    System.out.println((String) join.invokeExact((Object) "a", 2L, "c"));
    System.out.println(join.invoke(1, 2, "c"));
    System.out.println(MethodHandles.insertArguments(join, 1, 7L).bindTo("b").invoke("z"));
    System.out.println(join.invokeWithArguments(List.of("q", 1L, "r")));
    MethodHandle plus = lookup.findVirtual(Handles.class, "plus", methodType(int.class, int.class));
    Handles h = new Handles();
    VarHandle field = lookup.findVarHandle(Handles.class, "field", int.class);
    System.out.println(field.compareAndSet(h, 0, 5) + " " + field.getAndAdd(h, 2) + " " + (int) plus.invokeExact(h, 3));
    VarHandle count = lookup.findStaticVarHandle(Handles.class, "counter", long.class);
    for (int i = 0; i < 10; i++) count.getAndAdd(2L);
    System.out.println(counter + " " + count.getAcquire());
    VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class);
    int[] array = {1, 2, 3};
    ints.setVolatile(array, 1, 9);
    System.out.println(Arrays.toString(array) + " " + ints.getAndBitwiseOr(array, 0, 6) + array[0]);
    VarHandle view = MethodHandles.byteArrayViewVarHandle(long[].class, java.nio.ByteOrder.BIG_ENDIAN);
    System.out.println(Long.toHexString((long) view.get(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, 0)));
    MethodHandle loop = MethodHandles.countedLoop(MethodHandles.constant(int.class, 5), MethodHandles.constant(int.class, 1),
        lookup.findStatic(Handles.class, "step", methodType(int.class, int.class, int.class)));
    System.out.println((int) loop.invoke());
    MethodHandle guarded = MethodHandles.catchException(lookup.findStatic(Handles.class, "thrower", methodType(String.class)), RuntimeException.class,
        lookup.findVirtual(RuntimeException.class, "getMessage", methodType(String.class)));
    System.out.println((String) guarded.invoke());
    System.out.println(MethodHandles.foldArguments(MethodHandles.dropArguments(plus, 0, String.class), MethodHandles.constant(String.class, "s")).type());
    try { Object o = (Object) join.invokeExact("a", 1, "b"); } catch (WrongMethodTypeException e) { System.out.println(e.getMessage()); }
    Supplier<String> s = h::toString;
    Function<Integer, int[]> maker = int[]::new;
    BiFunction<Handles, Integer, Integer> unbound = Handles::plus;
    Five<String> five = (a, b, c, d, e) -> a + b + c + d + e;
    Runnable both = (Runnable & java.io.Serializable) () -> System.out.println("serializable");
    both.run();
    System.out.println(maker.apply(4).length + " " + unbound.apply(h, 1) + " " + five.apply("a", 1, 2L, 3.5, 'e') + " " + (s.get() != null));
    IntFunction<IntUnaryOperator> curry = x -> y -> x * 10 + y;
    System.out.println(curry.apply(4).applyAsInt(2));
    String text = "";
    for (int i = 0; i < 3; i++) text += i + "," + (char) ('a' + i) + "," + (i * 0.5) + "," + (i == 1) + "," + null + "," + (long) i + ";";
    System.out.println(text);
    byte[] bytes = Handles.class.getResourceAsStream("Handles$Hidden.class").readAllBytes();
    var hidden = lookup.defineHiddenClassWithClassData(bytes, "data", true, MethodHandles.Lookup.ClassOption.NESTMATE);
    System.out.println(hidden.lookupClass().isHidden() + " " + hidden.lookupClass().getName().startsWith("Handles$Hidden/0x") + " " + hidden.findStatic(hidden.lookupClass(), "data", methodType(Object.class)).invoke());
    System.out.println(new String(((Runnable) () -> {}).getClass().getName()).startsWith("Handles$$Lambda/0x"));
  }
  static int step(int value, int i) { return value * 2 + i; }
  static String thrower() { throw new RuntimeException("caught"); }
  static class Hidden {
    static Object data() throws Exception { return MethodHandles.classData(MethodHandles.lookup(), "_", Object.class); }
  }
}
