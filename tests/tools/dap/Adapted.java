// What the debug adapter is asked about. The test finds lines by the marks behind them.
import java.io.BufferedReader;
import java.io.InputStreamReader;

class AdaptedBase {
    static long founded = System.nanoTime(); // mark: founded
    int depth;

    void deepen() {
        depth++;
    }
}

class Adapted extends AdaptedBase {
    static int total;
    static String word = "static"; // mark: word
    static long begun = System.nanoTime(); // mark: begun
    int number;
    Adapted next;
    int[] items = {7, 8, 9};

    static class Late {
        static int twice(int value) {
            return value * 2; // mark: late
        }
    }

    static int sum(int count) {
        int result = 0;
        for (int i = 0; i < count; i++) {
            result += i; // mark: loop
        }
        total = result;
        return result; // mark: sum
    }

    static void fail() {
        try {
            throw new IllegalStateException("caught");
        } catch (IllegalStateException expected) {
            total = -1; // mark: caught
        }
    }

    static void hold(Adapted first) throws Exception {
        Adapted second = new Adapted();
        first.next = second;
        second.number = 5;
        first.depth = 3;
        first.deepen();
        synchronized (first) {
            second.number = 6; // mark: held
        }
    }

    static void say(String text) throws Exception {
        System.out.println(text);
        System.out.flush();
    }

    public static void main(String[] args) throws Exception {
        String mode = args.length == 0 ? "plain" : args[0]; // mark: first
        if (mode.equals("read")) {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                say("read " + line);
            }
            return;
        }
        if (mode.equals("spin")) {
            say("spinning");
            while (true) {
                total++;
            }
        }
        if (mode.equals("much")) {
            byte[] line = new byte[1 << 16];
            java.util.Arrays.fill(line, (byte) 'x');
            line[line.length - 1] = '\n';
            for (int i = Integer.parseInt(args[1]); i > 0; i--) {
                System.out.write(line, 0, line.length);
            }
            System.out.flush();
            return;
        }
        if (mode.equals("bytes")) {
            System.out.write(new byte[] {(byte) 0xff, 'a', (byte) 0xc3, (byte) 0xa4, '\n', (byte) 0xed, (byte) 0xa0, (byte) 0x80}, 0, 8);
            System.out.flush();
            return;
        }
        if (mode.equals("uncaught")) {
            fail();
            throw new IllegalArgumentException("nobody catches it");
        }
        if (mode.equals("exit")) {
            System.exit(Integer.parseInt(args[1]));
        }
        say("sum " + sum(4));
        fail();
        hold(new Adapted());
        Thread other = new Thread(() -> sum(2), "</script>\u0000\uD800 \u00e4");
        other.start();
        other.join();
        say("late " + Late.twice(21)); // mark: end
    }
}
