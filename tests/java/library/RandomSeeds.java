import java.util.*;
import java.util.random.*;
import java.util.stream.*;

// Random, SplittableRandom and shuffles by seed: the same numbers on every VM.
public class RandomSeeds {
    public static void main(String[] args) throws Exception {
        Random r = new Random(12345);
        System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextLong() + " " + r.nextDouble() + " " + r.nextFloat() + " " + r.nextBoolean() + " " + r.nextGaussian() + " " + r.nextInt(64) + " " + r.nextInt(5, 10));
        byte[] bytes = new byte[13];
        r.nextBytes(bytes);
        System.out.println(Arrays.toString(bytes) + " " + r.ints(5, 0, 50).boxed().collect(Collectors.toList()) + " " + r.doubles(2).sum() + " " + r.longs(3, 10, 20).sum());
        SplittableRandom s = new SplittableRandom(7);
        SplittableRandom t = s.split();
        System.out.println(s.nextInt() + " " + t.nextLong() + " " + s.nextDouble(1, 2) + " " + t.nextInt(10));
        List<Integer> list = IntStream.range(0, 20).boxed().collect(Collectors.toList());
        Collections.shuffle(list, new Random(1));
        System.out.println(list);
        RandomGenerator x = RandomGeneratorFactory.of("L64X128MixRandom").create(42);
        System.out.println(x.nextInt() + " " + x.nextLong() + " " + x.nextGaussian() + " " + RandomGenerator.of("Xoshiro256PlusPlus").getClass().getSimpleName());
        try {
            r.nextInt(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        long hash = 0;
        for (int i = 0; i < 5000; i++) hash = hash * 31 + r.nextInt(1 + i % 1000);
        System.out.println(hash);
    }
}
