import java.util.*;

// Enums: constant bodies, interfaces, static access from constructors, EnumMap, EnumSet, valueOf, reflection, serialization by name.
public class Enums {
    interface Priced { int price(); }

    enum Coin implements Priced {
        PENNY(1), NICKEL(5), DIME(10) {
            @Override
            public int price() { return -10; }
        }, QUARTER(25);

        static final Map<Integer, Coin> BY_VALUE = new HashMap<>();
        static {
            for (Coin c : values()) BY_VALUE.put(c.value, c);
        }
        private final int value;
        Coin(int value) { this.value = value; }
        public int price() { return value; }
        Coin next() { return values()[(ordinal() + 1) % values().length]; }
    }

    enum Single { INSTANCE; int state; int bump() { return ++state; } }

    enum None {}

    enum Many { A00, A01, A02, A03, A04, A05, A06, A07, A08, A09, A10, A11, A12, A13, A14, A15, A16, A17, A18, A19, A20, A21, A22, A23, A24, A25, A26, A27, A28, A29, A30, A31, A32, A33,
        A34, A35, A36, A37, A38, A39, A40, A41, A42, A43, A44, A45, A46, A47, A48, A49, A50, A51, A52, A53, A54, A55, A56, A57, A58, A59, A60, A61, A62, A63, A64, A65 }

    public static void main(String[] args) throws Exception {
        for (Coin c : Coin.values()) System.out.print(c + " " + c.price() + " " + c.next() + " " + c.getClass().isAnonymousClass() + " " + c.getDeclaringClass().isEnum() + "; ");
        System.out.println();
        System.out.println(Coin.BY_VALUE.get(5) + " " + Coin.valueOf("DIME").compareTo(Coin.PENNY) + " " + Single.INSTANCE.bump() + Single.INSTANCE.bump() + " " + None.values().length + " " + (Coin.values() == Coin.values()));
        EnumMap<Coin, String> map = new EnumMap<>(Coin.class);
        map.put(Coin.QUARTER, "q");
        map.put(Coin.PENNY, "p");
        System.out.println(map + " " + map.containsKey(Coin.DIME));
        EnumSet<Coin> set = EnumSet.complementOf(EnumSet.of(Coin.DIME, Coin.PENNY));
        System.out.println(set + " " + EnumSet.range(Coin.NICKEL, Coin.QUARTER) + EnumSet.noneOf(None.class));
        EnumSet<Many> jumbo = EnumSet.range(Many.A30, Many.A65);
        jumbo.removeIf(m -> m.ordinal() % 5 != 0);
        System.out.println(jumbo + " " + jumbo.contains(Many.A64) + " " + EnumSet.allOf(Many.class).size());
        try {
            Enum.valueOf(Coin.class, "dime");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Coin.class.getDeclaredConstructors()[0].newInstance("X", 9, 9);
        } catch (IllegalArgumentException | IllegalAccessException e) {
            System.out.println(e);
        }
        var bytes = new java.io.ByteArrayOutputStream();
        new java.io.ObjectOutputStream(bytes).writeObject(Coin.DIME);
        Object back = new java.io.ObjectInputStream(new java.io.ByteArrayInputStream(bytes.toByteArray())).readObject();
        System.out.println(back == Coin.DIME);
    }
}
