// JEP 356: every generator of the platform with a seed: first numbers, bounds, jumps, splits, streams.
import java.util.*;
import java.util.random.*;
import java.util.random.RandomGenerator.*;

public class RandomGenerators {
  interface Action { Object run(); }
  static void attempt(String what, Action action) { try { System.out.println(what + " " + action.run()); } catch (RuntimeException e) { System.out.println(what + " " + e); } }

  public static void main(String[] args) {
    for (RandomGeneratorFactory<RandomGenerator> factory : RandomGeneratorFactory.all().filter(f -> !f.isHardware() && !f.name().equals("SecureRandom")).sorted(Comparator.comparing(RandomGeneratorFactory::name)).toList()) {
      RandomGenerator r = factory.create(42);
      System.out.println(factory.name() + " " + factory.group() + " " + factory.stateBits() + " " + factory.equidistribution() + " " + factory.isJumpable() + factory.isLeapable() + factory.isSplittable() + factory.isStreamable() + factory.isArbitrarilyJumpable() + factory.isDeprecated());
      System.out.println("  " + r.nextInt() + " " + r.nextLong() + " " + r.nextDouble() + " " + r.nextFloat() + " " + r.nextBoolean() + " " + r.nextInt(10) + " " + r.nextInt(-5, 5) + " " + r.nextLong(1L << 40) + " " + r.nextDouble(2, 3) + " " + r.nextGaussian() + " " + r.nextExponential());
      byte[] bytes = new byte[11];
      r.nextBytes(bytes);
      System.out.println("  " + HexFormat.of().formatHex(bytes) + " " + r.ints(4, 0, 100).boxed().toList() + " " + r.doubles(2).sum() + " " + r.longs(3).map(x -> x >>> 60).sum());
      if (r instanceof JumpableGenerator j) { j.jump(); System.out.println("  jump " + j.nextLong() + " " + j.jumpDistance() + " " + j.copyAndJump().nextInt()); }
      if (r instanceof LeapableGenerator l) { l.leap(); System.out.println("  leap " + l.nextLong() + " " + l.leapDistance()); }
      if (r instanceof SplittableGenerator s) { var child = s.split(); System.out.println("  split " + child.nextLong() + " " + s.nextLong() + " " + s.splits(3).mapToLong(RandomGenerator::nextLong).sum()); }
    }
    RandomGenerator r = RandomGenerator.of("L64X128MixRandom");
    attempt("bound", () -> r.nextInt(0));
    attempt("range", () -> r.nextInt(5, 5));
    attempt("double", () -> r.nextDouble(Double.NaN));
    attempt("infinite", () -> r.nextDouble(0, Double.POSITIVE_INFINITY));
    attempt("unknown", () -> RandomGenerator.of("Unknown"));
    attempt("null", () -> RandomGeneratorFactory.of(null));
    attempt("stream", () -> r.ints(-1));
    System.out.println(RandomGenerator.getDefault().getClass().getSimpleName() + " " + RandomGeneratorFactory.getDefault().name());
    Random old = new Random(5), from = Random.from(new SplittableRandom(5));
    System.out.println(old.nextInt() + " " + old.nextGaussian() + " " + old.ints(3, 1, 7).boxed().toList() + " " + from.nextInt(100) + " " + new SplittableRandom(9).split().nextInt());
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
    Collections.shuffle(list, RandomGenerator.of("Xoshiro256PlusPlus") instanceof Xo ? null : new SplittableRandom(1));
    System.out.println(list);
    int[] counts = new int[6];
    RandomGenerator dice = RandomGeneratorFactory.of("Xoroshiro128PlusPlus").create(77);
    for (int i = 0; i < 60_000; i++) counts[dice.nextInt(6)]++;
    System.out.println(Arrays.toString(counts));
    double mean = 0;
    for (int i = 0; i < 20_000; i++) mean += dice.nextGaussian(10, 2) / 20_000;
    System.out.println(Math.abs(mean - 10) < 0.1);
  }
  interface Xo {}
}
