// A field is stepped, and what it was, or what it becomes, is wanted as well (JVMS 6.5.putfield): in a local, on the stack, by an array access
// that throws. Each form for int, long and double.
public class FieldSteps {
    int index;
    long total;
    double mean;
    final int[] array = {7, 8, 9};

    int before() {
        int was = index;
        index = was + 1;
        return was;
    }

    int after() {
        int becomes = index + 3;
        index = becomes;
        return becomes;
    }

    int both() {
        int was = index;
        int becomes = was + 2;
        index = becomes;
        return was * 1000 + becomes;
    }

    long beforeLong(long step) {
        long was = total;
        total = was + step;
        return was;
    }

    long afterLong(long step) {
        long becomes = total + step;
        total = becomes;
        return becomes;
    }

    double beforeDouble(double step) {
        double was = mean;
        mean = was + step;
        return was;
    }

    double afterDouble(double step) {
        double becomes = mean + step;
        mean = becomes;
        return becomes;
    }

    Object next(Object[] values) {
        try {
            int at = index;
            index = at + 1;
            Object value = values[at];
            return value;
        } catch (ArrayIndexOutOfBoundsException e) {
            index -= 1;
            return e.getMessage();
        }
    }

    int asOperands() {
        return array[index++] + array[index += 1] * 10 + (index = index + 5) * 100;
    }

    public static void main(String[] args) {
        FieldSteps steps = new FieldSteps();
        for (int round = 0; round < 3; round++) {
            System.out.println(steps.before() + " " + steps.after() + " " + steps.both() + " " + steps.index);
            System.out.println(steps.beforeLong(1L << 40) + " " + steps.afterLong(-3) + " " + steps.total);
            System.out.println(steps.beforeDouble(0.25) + " " + steps.afterDouble(-1.5) + " " + steps.mean);
        }
        steps.index = 0;
        Object[] values = {"a", "b"};
        for (int i = 0; i < 4; i++) {
            System.out.println(steps.next(values) + " " + steps.index);
        }
        steps.index = 0;
        System.out.println(steps.asOperands() + " " + steps.index);
    }
}
