/** Two classes whose initializers need each other. */
public class ClassCycle {
    static class Left {
        static int value = 1;

        static {
            value += Right.value;  // @left
        }
    }

    static class Right {
        static int value = 1;

        static {
            value += right ? 0 : Left.value;  // @right
        }
    }

    static boolean right;
    static int sum;

    public static void main(String[] args) {
        right = args.length > 0;
        Thread left = new Thread(() -> sum += Left.value, "left");
        Thread other = new Thread(() -> sum += Right.value, "right");
        left.start();
        other.start();
    }
}
