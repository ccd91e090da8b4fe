// JEP 142: which instance fields lie far from each other when classes and fields are @Contended, in groups or alone, and below such classes.
// Statics do not move. Whether the distance is above 64 bytes is HotSpot's and ours; the offsets themselves are not compared.
// run: -XX:-RestrictContended --add-exports java.base/jdk.internal.vm.annotation=ALL-UNNAMED --add-exports java.base/jdk.internal.misc=ALL-UNNAMED
// javac: --add-exports java.base/jdk.internal.vm.annotation=ALL-UNNAMED --add-exports java.base/jdk.internal.misc=ALL-UNNAMED
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Contended;

public class ContendedFields {
    static class Plain { int a; int b; }
    static class One { @Contended int a; int b; }
    static class Both { @Contended int a; @Contended("") int b; }
    static class Grouped { @Contended("g") int a; @Contended("g") int b; @Contended("h") Object c; @Contended("h") byte d; }
    @Contended static class Whole { int a; Object b; }
    @Contended static class WholeAndOne { @Contended("x") long a; long b; }
    static class BelowWhole extends Whole { int c; }
    static class BelowOne extends One { Object c; @Contended Object d; }
    @Contended static class Empty { }
    static class BelowEmpty extends Empty { int a; }

    static boolean isFar(long one, long other) { return Math.abs(one - other) > 64; }

    static void show(Class<?> klass) {
        Unsafe unsafe = Unsafe.getUnsafe();
        List<Field> fields = new ArrayList<>();
        for (Class<?> at = klass; at != Object.class; at = at.getSuperclass()) {
            fields.addAll(Arrays.asList(at.getDeclaredFields()));
        }
        StringBuilder text = new StringBuilder(klass.getSimpleName());
        for (int i = 0; i < fields.size(); i++) {
            long at = unsafe.objectFieldOffset(fields.get(i));
            text.append("; ").append(fields.get(i).getName()).append(isFar(at, 0) ? " far from the header" : " near the header");
            for (Field other : fields.subList(0, i)) {
                text.append(isFar(at, unsafe.objectFieldOffset(other)) ? ", far from " : ", near ").append(other.getName());
            }
        }
        System.out.println(text);
    }

    public static void main(String[] args) {
        for (Class<?> klass : new Class<?>[] {Plain.class, One.class, Both.class, Grouped.class, Whole.class, WholeAndOne.class, BelowWhole.class,
                                              BelowOne.class, Empty.class, BelowEmpty.class}) {
            show(klass);
        }
        List<BelowOne> kept = new ArrayList<>();  // the collector knows the references among the padding
        for (int i = 0; i < 1000; i++) {
            BelowOne one = new BelowOne();
            one.c = "c" + i;
            one.d = "d" + i;
            kept.add(one);
        }
        System.gc();
        System.out.println(kept.get(7).c + " " + kept.get(999).d);
    }
}
