// Errors of many kinds: the compiler's messages and exit code 1.

import java.util.List;
import org.apache.commons.lang3.Missing;

public class Wrong {
    sealed interface Shape permits Circle {}
    record Circle(int r) implements Shape {}
    final class Square implements Shape {}

    int number() {
        int unset;
        String text = 3;
        List<int> ints = List.of(1);
        if (unset > 0) return text.length;
    }

    void twice() { throw new Exception("unreported"); }
    void twice() {}
    static String pick(Object o) { return switch (o) { case String s -> s; default -> "" ; }; }
}
