import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;

// run: --add-opens java.base/java.math=ALL-UNNAMED -Xmx64m
// slow: 2
// Products, squares and powers of random big integers of all sizes; and what the inner loops do with arguments that the library never passes.
public class BigProducts {
    static int[] words(Random random, int count) {
        int[] words = new int[count];
        // Long runs of ones and zeros carry far.
        for (int i = 0; i < count; i++) words[i] = random.nextInt(3) == 0 ? -random.nextInt(2) : random.nextInt();
        return words;
    }

    static Method find(String name) {
        for (Method method : BigInteger.class.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new AssertionError(name);
    }

    // Prints the answer and what became of the arrays.
    static void call(Method method, Object... arguments) throws Exception {
        String answer;
        try {
            Object result = method.invoke(null, arguments);
            answer = result instanceof int[] array ? array.length + "/" + Arrays.hashCode(array) + (array == arguments[arguments.length - 1]) : "" + result;
        } catch (InvocationTargetException e) {
            answer = e.getCause().toString();
        }
        for (Object argument : arguments) answer += " " + (argument instanceof int[] array ? "#" + Arrays.hashCode(array) : argument);
        System.out.println(method.getName() + " " + answer);
    }

    public static void main(String[] args) throws Exception {
        Random random = new Random(11);
        int hash = 0;
        for (int round = 0; round < 1500; round++) {
            BigInteger x = new BigInteger(random.nextInt(round < 1400 ? 3000 : 12000), random);
            BigInteger y = BigInteger.ONE.shiftLeft(random.nextInt(3000)).subtract(BigInteger.valueOf(random.nextInt(2)));
            hash = hash * 31 + x.multiply(y).hashCode();
            hash = hash * 31 + x.multiply(x.add(y)).hashCode();
            hash = hash * 31 + x.pow(2).hashCode() + y.multiply(y).hashCode();
            if (y.signum() != 0) hash = hash * 31 + x.mod(y).hashCode();
            if (x.multiply(y).add(x).subtract(x).compareTo(y.multiply(x)) != 0) System.out.println("differs at round " + round);
        }
        System.out.println("products " + hash);
        for (int bits = 100; bits < 2500; bits += 300) {
            BigInteger modulus = new BigInteger(bits, random).setBit(0).setBit(bits - 1);
            System.out.println(bits + " " + new BigInteger(bits, random).modPow(new BigInteger(60, random), modulus).hashCode() + " " + new BigInteger(bits, random).modPow(new BigInteger(60, random), modulus.clearBit(0)).hashCode());
        }

        Method multiply = find("implMultiplyToLen");
        Method add = find("implMulAdd");
        for (int round = 0; round < 200; round++) {
            int[] x = words(random, random.nextInt(12) + 1);
            int[] y = words(random, random.nextInt(12) + 1);
            int[] z = random.nextInt(3) == 0 ? null : words(random, random.nextInt(30));
            call(multiply, x, random.nextInt(x.length) + 1, y, random.nextInt(y.length) + 1, z);
            int[] sum = words(random, random.nextInt(30) + x.length);
            int count = random.nextInt(x.length) + 1;
            call(add, sum, x, random.nextInt(sum.length - count + 1), count, random.nextInt());
        }
        int[] six = words(random, 6);
        int[] nine = words(random, 9);
        for (int count : new int[] {0, -1, 7, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            call(multiply, six.clone(), count, nine.clone(), 3, null);
            call(multiply, six.clone(), 2, nine.clone(), count == 7 ? 10 : count, new int[20]);
            call(add, nine.clone(), six.clone(), 1, count, 5);
            call(add, nine.clone(), six.clone(), count == 7 ? 9 : count, 2, 5);
        }
        call(multiply, nine, 3, nine, 4, nine);
        call(multiply, nine, 3, six, 4, nine);
        call(multiply, null, 3, six, 4, nine);
        call(multiply, six, 3, null, 4, nine);
        call(add, nine, nine, 2, 5, -7);
        call(add, null, nine, 2, 5, -7);
        call(add, nine, null, 2, 5, -7);
        call(multiply, words(random, 400), 400, words(random, 400), 400, null);
    }
}
