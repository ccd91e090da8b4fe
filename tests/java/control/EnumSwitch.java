// Switch on enums, old and new form, with exhaustive switch expressions and fall-through.
public class EnumSwitch {
    enum Op {
        ADD("+") {
            int apply(int a, int b) {
                return a + b;
            }
        },
        SUB("-") {
            int apply(int a, int b) {
                return a - b;
            }
        },
        MUL("*") {
            int apply(int a, int b) {
                return a * b;
            }
        },
        NOP("") {
            int apply(int a, int b) {
                return a;
            }
        };

        final String sign;

        Op(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);
    }

    enum Light { RED, AMBER, GREEN }

    static Light next(Light light) {
        return switch (light) {
            case RED -> Light.GREEN;
            case GREEN -> Light.AMBER;
            case AMBER -> Light.RED;
        };
    }

    static int weight(Op op) {
        int w = 0;
        switch (op) {
            case MUL:
                w += 10;
            case ADD:
            case SUB:
                w += 1;
                break;
            default:
                w = -1;
        }
        return w;
    }

    public static void main(String[] args) {
        for (Op op : Op.values()) {
            System.out.println(op + " " + op.sign + " " + op.apply(7, 3) + " " + weight(op) + " " + op.ordinal() + " " + op.getClass().getName() + " " + op.getDeclaringClass().getSimpleName());
        }
        Light light = Light.RED;
        for (int i = 0; i < 5; i++) {
            System.out.print(light + " ");
            light = next(light);
        }
        System.out.println();
        System.out.println(Light.valueOf("AMBER").compareTo(Light.RED));
        try {
            Light.valueOf("BLUE");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage()); // expect: No enum constant EnumSwitch.Light.BLUE
        }
        Light none = null;
        try {
            next(none);
        } catch (NullPointerException e) {
            System.out.println("no light");
        }
    }
}
