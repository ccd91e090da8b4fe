// Math and StrictMath of 18 to 25: clamp, the ceiling divisions, exact operations, high products, shifts, fused sums, roundings.
import java.math.*;
import java.util.*;

public class MathExact {
  interface Action { Object run(); }
  static void attempt(String what, Action action) { try { System.out.println(what + " " + action.run()); } catch (RuntimeException e) { System.out.println(what + " " + e); } }

  public static void main(String[] args) {
    for (long v : new long[] {Long.MIN_VALUE, -5, 0, 7, 100, Long.MAX_VALUE}) System.out.print(Math.clamp(v, -3, 50) + " " + Math.clamp(v, -3L, 50L) + "; ");
    for (double v : new double[] {-0.0, 0.0, Double.NaN, -1e300, 5, Double.POSITIVE_INFINITY}) System.out.print(Math.clamp(v, 0.0, 1.0) + " " + Math.clamp((float) v, -0f, 2f) + "; ");
    System.out.println();
    attempt("clamp", () -> Math.clamp(1L, 5, 4));
    attempt("clamp nan", () -> Math.clamp(1.0, Double.NaN, 4));
    attempt("clamp zero", () -> Math.clamp(1.0, 0.0, -0.0));
    int[] ints = {7, -7, 0, Integer.MAX_VALUE, Integer.MIN_VALUE};
    for (int a : ints) for (int b : new int[] {2, -2, -1}) System.out.print(Math.ceilDiv(a, b) + " " + Math.ceilMod(a, b) + " " + Math.floorDiv(a, b) + " " + Math.floorMod(a, b) + "; ");
    System.out.println();
    attempt("ceilDivExact", () -> Math.ceilDivExact(Integer.MIN_VALUE, -1));
    attempt("divideExact", () -> Math.divideExact(Long.MIN_VALUE, -1L));
    attempt("floorDivExact", () -> Math.floorDivExact(Integer.MIN_VALUE, -1));
    attempt("addExact", () -> Math.addExact(Integer.MAX_VALUE, 1));
    attempt("multiplyExact", () -> Math.multiplyExact(1L << 62, 2));
    attempt("negateExact", () -> Math.negateExact(Long.MIN_VALUE));
    attempt("absExact", () -> Math.absExact(Integer.MIN_VALUE));
    attempt("toIntExact", () -> Math.toIntExact(1L << 31));
    attempt("powExact", () -> Math.powExact(3, 19) + " " + Math.powExact(10L, 18));
    attempt("powExact overflow", () -> Math.powExact(3, 21));
    attempt("powExact negative", () -> Math.powExact(3, -1));
    attempt("unsignedMultiplyExact", () -> Integer.toUnsignedString(Math.unsignedMultiplyExact(65537, 65535)));
    attempt("unsignedMultiplyExact", () -> Math.unsignedMultiplyExact(65537, 65537));
    attempt("unsignedPowExact", () -> Long.toUnsignedString(Math.unsignedPowExact(2L, 63)));
    attempt("unsignedPowExact", () -> Math.unsignedPowExact(2L, 64));
    attempt("remainder", () -> 5 % 0);
    System.out.println(Math.multiplyHigh(Long.MIN_VALUE, 3) + " " + Math.unsignedMultiplyHigh(-1, -1) + " " + Math.multiplyFull(Integer.MIN_VALUE, Integer.MIN_VALUE));
    Random random = new Random(11);
    int good = 0;
    for (int i = 0; i < 2000; i++) {
      long a = random.nextLong(), b = random.nextLong();
      BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
      if (product.shiftRight(64).longValue() == Math.multiplyHigh(a, b)) good++;
      if (Long.compareUnsigned(Long.divideUnsigned(a, b), 0) >= 0 && Long.divideUnsigned(a, b) * b + Long.remainderUnsigned(a, b) == a) good++;
      if (Long.expand(Long.compress(a, b), b) == (a & b)) good++;
      if (Integer.reverse(Integer.reverse((int) a)) == (int) a && Long.rotateLeft(a, (int) b) == Long.rotateRight(a, -(int) b)) good++;
      if (Math.floorDiv(a, b) * b + Math.floorMod(a, b) == a && Math.ceilDiv(a, b) * b + Math.ceilMod(a, b) == a) good++;
    }
    System.out.println(good);
    double[] values = {0.1, -2.5, 3.5, 1e17, -0.0, Double.MIN_VALUE, Double.NaN, Double.NEGATIVE_INFINITY, 4503599627370497.5};
    for (double v : values) System.out.println(v + " " + Math.round(v) + " " + Math.rint(v) + " " + Math.ceil(v) + " " + Math.floor(v) + " " + Math.ulp(v) + " " + Math.nextUp(v) + " " + Math.nextDown((float) v) + " " + Math.getExponent(v) + " " + Math.scalb(v, 3) + " " + Math.signum(v) + " " + Math.copySign(1, v) + " " + (int) v + " " + (long) v + " " + (char) v + " " + (float) v + " " + Math.fma(v, v, 1) + " " + Math.IEEEremainder(v, 3) + " " + v % 3);
    for (double v : new double[] {0.5, 1, 2, 10, -1, 1e-5, 700}) System.out.println(StrictMath.sin(v) + " " + StrictMath.exp(v) + " " + StrictMath.log(v) + " " + StrictMath.log1p(v) + " " + StrictMath.cbrt(v) + " " + StrictMath.tanh(v) + " " + StrictMath.atan2(v, 2) + " " + StrictMath.pow(v, 1.5) + " " + StrictMath.hypot(v, v) + " " + StrictMath.acos(v) + " " + StrictMath.sqrt(v) + " " + StrictMath.sinh(v));
    for (float f : new float[] {1, 65504, 65520, 5.9604645e-8f, 1e-10f, Float.NaN, -0f, 0.33333f}) System.out.print(Integer.toHexString(Float.floatToFloat16(f) & 0xffff) + " " + Float.float16ToFloat(Float.floatToFloat16(f)) + " ");
    System.out.println();
    System.out.println(BigDecimal.valueOf(2).sqrt(new MathContext(50)) + " " + BigInteger.TEN.pow(40).sqrt() + " " + new BigInteger("1000000000000000000000007").isProbablePrime(30) + " " + BigInteger.ONE.shiftLeft(200).mod(BigInteger.valueOf(97)) + " " + BigInteger.valueOf(3).modPow(new BigInteger("123456789012345678901"), new BigInteger("1000000007")) + " " + new BigInteger("123456789").parallelMultiply(BigInteger.TWO));
    System.out.println(2e-3 + " " + 1.0E23 + " " + 2.2250738585072014E-308 + " " + 9007199254740993.0 + " " + 1.4e-45f + " " + 1e21f + " " + 3.4028235E38f + " " + 123456.7f);
  }
}
