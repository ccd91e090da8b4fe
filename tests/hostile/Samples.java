import java.util.List;

/** Good code of every kind, for the mutator: run() uses each of its methods and answers one number. */
public class Samples {
    interface Shape {
        int area();

        default int doubled() {
            return area() * 2;
        }
    }

    record Box(int width, int height) implements Shape {
        @Override
        public int area() {
            return width * height;
        }
    }

    static sealed class Base permits Derived {
        protected int value = 3;
        protected final long wide;

        Base(long wide) {
            this.wide = wide > 5 ? wide : -wide;
        }

        int get() {
            return value;
        }
    }

    static final class Derived extends Base {
        private double ratio;

        Derived(int seed) {
            super(seed > 2 ? seed * 7L : seed);
            ratio = seed / 2.0;
        }

        @Override
        int get() {
            return super.get() + (int) ratio + (int) wide;
        }
    }

    enum Colour { RED, GREEN, BLUE }

    private static int counter;
    private static final long BIG = 0x123456789abcdefL;

    /** The classes that the mutator damages; those behind the first run only as part of it. */
    static List<String> parts() {
        return List.of("Samples", "Samples", "Samples", "Samples$Shape", "Samples$Box", "Samples$Base", "Samples$Derived", "Samples$Colour");
    }

    static int numbers(int a, long b, float c, double d) {
        int sum = a + (int) b - (int) c * (int) d;
        sum ^= a << 3 | a >>> 2 & 0xff;
        long mixed = b * 31 + a ^ BIG >>> 7;
        double ratio = d / 3 + c % 2;
        return sum + (int) (mixed % 1000) + (int) ratio + (b > a ? 1 : 0) + (c < d ? 2 : 0) + (byte) a + (char) b + (short) sum;
    }

    static int arrays(int size) {
        int[] ints = new int[size];
        long[][] longs = new long[3][size];
        boolean[] flags = {true, false, true};
        Object[] objects = new String[] {"a", "bb", "ccc"};
        char[] text = "hello".toCharArray();
        for (int at = 0; at < size; at++) {
            ints[at] = at * at;
            longs[at % 3][at] += ints[at];
        }
        byte[] bytes = {1, 2, 3};
        double[] doubles = {0.5, 1.5};
        return ints[size - 1] + (int) longs[1][1] + (flags[2] ? 1 : 0) + ((String) objects[2]).length() + text[1] + bytes[2] + (int) doubles[1];
    }

    static int switches(int key, String word) {
        int answer = switch (key) {
            case 0, 1, 2 -> 10;
            case 5 -> 20;
            case 1000 -> 30;
            default -> 40;
        };
        switch (word) {
            case "one" -> answer += 1;
            case "two" -> answer += 2;
            default -> answer += 3;
        }
        return answer + Colour.valueOf("GREEN").ordinal();
    }

    static int handlers(int depth) {
        try {
            if (depth == 0) throw new IllegalStateException("end");
            return handlers(depth - 1) + 1;
        } catch (IllegalArgumentException | IllegalStateException e) {
            counter += e.getMessage().length();
            return 0;
        } finally {
            counter++;
        }
    }

    static synchronized int objects(Object any) {
        int answer = 0;
        synchronized (any) {
            answer += any instanceof Box ? ((Box) any).doubled() : 1;
        }
        Shape shape = () -> 7;
        Base base = new Derived(answer);
        StringBuilder text = new StringBuilder();
        for (Object each : new Object[] {shape.doubled(), base.get(), any, 'x', 5L}) text.append(each);
        return answer + shape.area() + base.get() + text.length();
    }

    static int loops(int limit) {
        int total = 0;
        outer:
        for (int i = 0; i < limit; i++) {
            for (int j = i; j < limit; j++) {
                if ((i ^ j) == 3) continue outer;
                if (total > 500) break outer;
                total += i * j;
            }
        }
        while (total % 7 != 0) total--;
        return total;
    }

    public static int run() {
        return numbers(5, 77L, 2.5f, 9.25) + arrays(6) + switches(5, "two") + handlers(4) + objects(new Box(3, 4)) + loops(12) + counter;
    }
}
