// A static initializer calls main, which is not where the program begins.
class EarlyBase {
    static int base = 3;
}

class Early extends EarlyBase {
    static int calls;

    static {
        main(new String[] {"early"});
    }

    public static void main(String[] args) {
        calls++;
        System.out.println(calls + " " + args.length);
    }
}
