// stdin: 3 10 20 9000000000\nsecond line here\n2.5 true token notint w1 123456789012345678901 ff\nrest one\n\nlast without end
import java.io.*;
import java.util.*;

// Standard input by Scanner and by reader, mixed tokens and lines.
public class Stdin {
    public static void main(String[] args) throws Exception {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long sum = 0;
        for (int i = 0; i < n; i++) sum += in.nextLong();
        System.out.println(n + " " + sum + " [" + in.nextLine() + "] [" + in.nextLine() + "]");
        System.out.println(in.nextDouble() + " " + in.nextBoolean() + " " + in.next() + " " + in.hasNextInt());
        try {
            in.nextInt();
        } catch (InputMismatchException e) {
            System.out.println(e);
        }
        System.out.println(in.next("w.*") + in.nextBigInteger() + in.nextInt(16));
        while (in.hasNextLine()) System.out.println("line: " + in.nextLine());
        try {
            in.next();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        System.out.println(System.in.read());
        Scanner s = new Scanner("a1b22c").useDelimiter("[a-z]");
        System.out.println(s.nextInt() + s.nextInt() + " " + new Scanner("k=v;k2=v2").findInLine("(\\w+)=(\\w+)") + " " + new Scanner("a,b").useDelimiter(",").tokens().toList());
    }
}
