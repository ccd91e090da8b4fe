import java.text.*;
import java.util.*;

// String.format: every conversion, flags, widths, precision, argument indices, and the exception of each misuse; NumberFormat and MessageFormat.
public class Formatting {
    static void f(String format, Object... args) {
        try {
            System.out.println("[" + String.format(Locale.ROOT, format, args) + "]");
        } catch (IllegalFormatException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        f("%d %5d %-5d| %05d %+d %,d %(d % d", 1, 2, 3, 4, 5, 1234567, -8, 9);
        f("%x %X %#x %o %08x", 255, 255, 255, 8, -1);
        f("%x %d %o", Long.MIN_VALUE, Long.MIN_VALUE, (byte) -1);
        f("%f %.2f %10.3f %-10.1f| %e %.3E %g %a", 1.5, 2.345, 3.14159, 4.05, 12345.678, 0.00012, 0.0001, 1.0);
        f("%f %e %g %.0f %,.2f %+.1f %s", Double.NaN, Double.POSITIVE_INFINITY, 1e-5, 0.5, 1234567.891, -0.0, 1e21);
        f("%s %S %10s %-10s| %.2s %b %B %c %C %h %n%%", "str", "up", "r", "l", "cut", true, null, 'c', 'd', "hash");
        f("%2$s %1$s %<s %s", "a", "b");
        f("%s %s", new int[0].length, Arrays.asList(1, null));
        f("%tY-%<tm-%<td %<tH:%<tM:%<tS %<tj %<tA %<tB", new GregorianCalendar(2021, Calendar.MARCH, 4, 5, 6, 7));
        f("%d", "x");
        f("%q", 1);
        f("%d %d", 1);
        f("%-d", 1);
        f("%.2d", 1);
        f("%c", 0x110000);
        f("%+s", "x");
        f("%#d", 1);
        f("%5", 1);
        f("%,x", 1);
        f("%0d", 1);
        f("%-05d", 1);
        f("%+ d", 1);
        f("%d", (Object) null);
        f("no args");
        f("%s", (Object[]) null);
        System.out.println(new DecimalFormat("#,##0.00;(#)", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(-1234.567) + " " + NumberFormat.getPercentInstance(Locale.US).format(0.256) + " " + NumberFormat.getInstance(Locale.GERMANY).format(1234567.89));
        System.out.println(MessageFormat.format("{1} has {0,number,integer} {0,choice,0#none|1#one|1<many} '{q}'", 2, "she"));
        System.out.println(String.format("%s %08.3f %s", Optional.of(1), Math.PI, List.of("a")));
        System.out.printf(Locale.FRANCE, "%,.2f%n", 1234.5);
        System.out.println(new Formatter(new StringBuilder("x")).format("%d", 5));
    }
}
