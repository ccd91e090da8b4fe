// JEP 507 (preview in 25): primitive types in patterns: each conversion that loses nothing, and each that would.
// run: --enable-preview
// javac: --enable-preview --release 25
import java.util.*;

public class PrimitivePatterns {
  record Measure(double amount) {}
  record Wide(long value) {}

  static String ofLong(long v) {
    return switch (v) {
      case 0L -> "zero";
      case 1L -> "one";
      case byte b -> "byte " + b;
      case char c -> "char " + (int) c;
      case short s -> "short " + s;
      case int i when i < 0 -> "negative int " + i;
      case float f -> "float " + f;
      case int i -> "int " + i;
      case double d -> "double " + d;
      case long l -> "long " + l;
    };
  }

  static String ofDouble(double v) {
    return switch (v) {
      case 0.0 -> "zero";
      case 1.5 -> "one and a half";
      case byte b -> "byte " + b;
      case int i -> "int " + i;
      case long l -> "long " + l;
      case float f -> "float " + f;
      case double d when Double.isNaN(d) -> "nan";
      case double d -> "double " + d;
    };
  }

  static String ofBoolean(boolean v) { return switch (v) { case true -> "yes"; case false -> "no"; }; }

  static String boxed(Object o) {
    return switch (o) {
      case byte b -> "byte " + b;
      case int i when i > 100 -> "large int " + i;
      case int i -> "int " + i;
      case Measure(int whole) -> "whole measure " + whole;
      case Measure(float f) -> "float measure " + f;
      case Measure(double d) -> "measure " + d;
      case Wide(byte b) -> "narrow " + b;
      case Wide(var l) -> "wide " + l;
      case boolean z -> "boolean " + z;
      case double d -> "double " + d;
      case null -> "null";
      default -> "other " + o;
    };
  }

  public static void main(String[] args) {
    for (long v : new long[] {0, 1, -1, 127, 128, -129, 65535, 65536, -40000, 16777216, 16777217, Integer.MAX_VALUE, 1L << 53, (1L << 53) + 1, Long.MAX_VALUE, Long.MIN_VALUE}) System.out.println(v + " " + ofLong(v));
    for (double v : new double[] {0.0, -0.0, 1.5, 2.5, 100, 1e10, 1e300, 0.1, (float) 0.1, Double.NaN, Double.POSITIVE_INFINITY, Long.MIN_VALUE, 9.3e18}) System.out.println(v + " " + ofDouble(v));
    System.out.println(ofBoolean(true) + ofBoolean(false));
    for (Object o : new Object[] {(byte) 1, 5, 500, new Measure(3), new Measure(0.5), new Measure(0.1), new Wide(7), new Wide(1L << 40), true, 'x', 2.5, 7L, 1.5f, (short) 3, null}) System.out.println(boxed(o));

    // instanceof with every pair of types: exact conversions only.
    int i = 1234567, small = 12; long l = 1L << 40; float f = 3.5f; double d = 1e20; char c = '\u1234'; short s = -5; byte b = -6;
    System.out.println((i instanceof byte) + " " + (small instanceof byte) + " " + (i instanceof short) + " " + (i instanceof char) + " " + (i instanceof float) + " " + (i instanceof double) + " " + (i instanceof long));
    System.out.println((l instanceof int) + " " + (l instanceof float) + " " + (l instanceof double) + " " + (l instanceof char));
    System.out.println((f instanceof int) + " " + (f instanceof double) + " " + (f instanceof long) + " " + (d instanceof float) + " " + (d instanceof long) + " " + (d instanceof int));
    System.out.println((c instanceof short) + " " + (c instanceof byte) + " " + (s instanceof char) + " " + (s instanceof byte) + " " + (b instanceof char) + " " + (b instanceof int));
    Integer box = 77, none = null;
    System.out.println((box instanceof int x ? "int " + x : "no") + " " + (none instanceof int y ? "int " + y : "null is none"));
    if (d instanceof double same && same > 1e19) System.out.println("total " + same);
    try {
      System.out.println(switch (none) { case int x -> x; });
    } catch (NullPointerException e) { System.out.println("npe"); }
    Map<String, Integer> kinds = new TreeMap<>();
    for (long v = -100_000; v < 100_000; v += 7) kinds.merge(ofLong(v).split(" ")[0], 1, Integer::sum);
    System.out.println(kinds);
  }
}
