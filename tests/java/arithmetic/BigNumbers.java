import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

// BigInteger and BigDecimal: long chains of integer arithmetic that show any carry lost.
public class BigNumbers {
    static BigInteger factorial(int n) {
        BigInteger result = BigInteger.ONE;
        for (int i = 2; i <= n; i++) {
            result = result.multiply(BigInteger.valueOf(i));
        }
        return result;
    }

    static BigDecimal pi(int digits) {
        MathContext context = new MathContext(digits + 5);
        BigDecimal sum = BigDecimal.ZERO;
        for (int k = 0; k < digits; k++) {
            BigDecimal k8 = BigDecimal.valueOf(8L * k);
            BigDecimal term = BigDecimal.valueOf(4).divide(k8.add(BigDecimal.valueOf(1)), context)
                .subtract(BigDecimal.valueOf(2).divide(k8.add(BigDecimal.valueOf(4)), context))
                .subtract(BigDecimal.ONE.divide(k8.add(BigDecimal.valueOf(5)), context))
                .subtract(BigDecimal.ONE.divide(k8.add(BigDecimal.valueOf(6)), context));
            sum = sum.add(term.divide(BigDecimal.valueOf(16).pow(k), context), context);
        }
        return sum.setScale(digits, RoundingMode.DOWN);
    }

    public static void main(String[] args) {
        BigInteger f = factorial(60);
        System.out.println(f);
        System.out.println(f.bitLength() + " " + f.getLowestSetBit() + " " + f.mod(BigInteger.valueOf(1_000_003)) + " " + f.sqrt() + " " + f.toString(36));
        BigInteger a = new BigInteger("-123456789012345678901234567890");
        BigInteger b = new BigInteger("987654321098765432109876543210", 10);
        System.out.println(a.multiply(b) + " " + b.divide(a) + " " + b.remainder(a) + " " + a.mod(b) + " " + a.gcd(b));
        System.out.println(a.and(b) + " " + a.or(b) + " " + a.xor(b) + " " + a.not() + " " + a.shiftLeft(77) + " " + a.shiftRight(13) + " " + a.negate().signum());
        System.out.println(BigInteger.TWO.modPow(new BigInteger("1000000007"), new BigInteger("998244353998244353")) + " " + BigInteger.valueOf(3).modInverse(BigInteger.valueOf(11)));
        System.out.println(BigInteger.TWO.pow(127).subtract(BigInteger.ONE).isProbablePrime(20) + " " + a.longValue() + " " + a.intValue() + " " + a.doubleValue() + " " + a.hashCode());
        System.out.println(factorial(300).toString().hashCode());
        System.out.println(pi(60));
        BigDecimal x = new BigDecimal("123.4567");
        System.out.println(x.multiply(x) + " " + x.setScale(2, RoundingMode.HALF_EVEN) + " " + x.negate().setScale(1, RoundingMode.CEILING) + " " + x.precision() + " " + x.scale());
        System.out.println(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal("1.500").stripTrailingZeros());
        System.out.println(x.remainder(new BigDecimal("7.1")) + " " + x.sqrt(new MathContext(30)) + " " + new BigDecimal("2.0").equals(new BigDecimal("2.00")) + " " + new BigDecimal("2.0").compareTo(new BigDecimal("2.00")));
        try {
            BigDecimal.ONE.divide(BigDecimal.valueOf(3));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
