/** Much of something, named by the first argument, and then a call of stop. */
public class Crowd {
    static class Node {
        int number;
        Node next;
        Object[] others;

        Node(int number, Node next) {
            this.number = number;
            this.next = next;
        }
    }

    static class Script extends Exception {
        Script(String text) {
            super(text);
        }
    }

    static Node first;
    static Object[] tree;
    static String text;
    static Integer boxed = 5;
    static final Object lock = new Object();

    static void stop(String what) {
    }

    static Object[] treeOf(int depth) {
        Object[] children = new Object[16];
        for (int i = 0; i < children.length; i++) {
            children[i] = depth == 0 ? new Node(i, null) : treeOf(depth - 1);
        }
        return children;
    }

    static void deep(int left) {
        if (left == 0) {
            stop("deep");
        } else {
            deep(left - 1);
        }
    }

    static void turn(int round, String name, Integer box) {
    }

    static void threads(int count) throws InterruptedException {
        Thread[] all = new Thread[count];
        for (int i = 0; i < count; i++) {
            all[i] = new Thread(() -> {
                synchronized (lock) {
                    text = "seen";
                }
            }, "worker " + i);
        }
        synchronized (lock) {
            for (Thread thread : all) {
                thread.start();
            }
            Thread.sleep(300);
            stop("threads");
        }
        for (Thread thread : all) {
            thread.join();
        }
    }

    static void fail(String how) {
        try {
            if (how.equals("caught")) {
                throw new IllegalStateException(how);
            }
        } catch (IllegalStateException expected) {
            text = expected.getMessage();
        }
        try {
            throw new IllegalArgumentException(how);
        } finally {
            text = how;
        }
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "objects":
                for (int i = 0; i < 10000; i++) {
                    first = new Node(i, first);
                }
                tree = treeOf(2);
                stop("objects");
                break;
            case "text":
                text = "x".repeat(1 << 20);
                stop("text");
                break;
            case "deep":
                deep(10000);
                break;
            case "threads":
                threads(1000);
                break;
            case "names":
                Thread.currentThread().setName("</script>\u0000\ud83d\ude00\ud800\"");
                text = "</script><!--\u2028\ud83d\ude00\ud800\"\\";
                stop("names");
                Thread.currentThread().setName("main");
                break;
            case "turns":
                for (int i = 0; i < 10; i++) {
                    turn(i, i % 2 == 0 ? "even" : "odd", i);
                }
                break;
            case "garbage":
                first = new Node(1, new Node(2, null));
                stop("before");
                first.next = null;
                stop("after");
                break;
            case "input":
                System.out.println("read " + System.in.read());
                System.err.println("told");
                break;
            default:
                fail(args[0]);
        }
    }
}
