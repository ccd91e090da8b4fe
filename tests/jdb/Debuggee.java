// What the scripts debug, part by part.
import java.util.ArrayList;
import java.util.List;

public class Debuggee {
    static String name = "debuggee";
    int count = 7;
    String[] words = {"a", "b"};

    static int fib(int n) {
        if (n < 2) {
            return n;
        }
        int left = fib(n - 1);
        int right = fib(n - 2);
        return left + right;
    }

    int add(int x, long y, double z, String s) {
        int sum = x + (int) y;
        sum += (int) z;
        count = sum;
        return sum + s.length();
    }

    static void fail(boolean caught) {
        if (caught) {
            try {
                throw new IllegalStateException("one");
            } catch (IllegalStateException e) {
                System.out.println("caught " + e.getMessage());
            }
        } else {
            throw new IllegalArgumentException("two");
        }
    }

    static int twice(int x) {
        int y = x;
        y += x;
        return y;
    }

    static void values() {
        Debuggee d = new Debuggee();
        boolean flag = true;
        byte b = -1;
        char c = 'x';
        short s = 300;
        float f = 1.5f;
        long l = 1L << 40;
        double e = 2.25;
        int[] numbers = {1, 2, 3};
        List<String> list = new ArrayList<>();
        list.add("first");
        System.out.println(d.add(1, 2L, 3.5, "four"));
        System.out.println(flag + " " + b + " " + c + " " + s + " " + f + " " + l + " " + e + " " + numbers[1] + " " + list + " " + name);
    }

    static void lambdas() {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            list.add(i);
        }
        list.forEach(i -> {
            System.out.println("item " + i);
        });
    }

    static void fields() {
        Debuggee d = new Debuggee();
        d.count = 8;
        d.count++;
        name = "renamed";
        System.out.println(d.count + name);
    }

    static final Object lock = new Object();
    static volatile boolean is_waiting;

    static synchronized void holder() {
        System.out.println("held");
    }

    static void monitors() throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                is_waiting = true;
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            }
        }, "waiter");
        waiter.start();
        while (!is_waiting) {
            Thread.sleep(1);
        }
        synchronized (lock) {
            holder();
            lock.notify();
        }
        waiter.join();
    }

    static void threads() throws InterruptedException {
        Thread worker = new Thread(() -> twice(21), "worker");
        worker.start();
        worker.join();
        System.out.println("joined");
    }

    // The script puts other bodies in place of these (run: VERSIONS).
    static String version() {
        return "first";
    }

    static void fragile(int depth) {
        if (depth > 0) {
            fragile(depth - 1);
        }
        throw new IllegalStateException(version());
    }

    static void redefined() {
        try {
            fragile(1);
        } catch (IllegalStateException e) {
            System.out.println("caught " + e.getMessage());
        }
        System.out.println(version());
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "steps" -> System.out.println(fib(3));
            case "values" -> values();
            case "lambdas" -> lambdas();
            case "fields" -> fields();
            case "monitors" -> monitors();
            case "threads" -> threads();
            case "redefined" -> redefined();
            case "frames" -> System.out.println(twice(4));
            default -> {
                fail(true);
                fail(false);
            }
        }
    }
}
