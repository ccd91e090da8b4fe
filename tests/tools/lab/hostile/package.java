// say: or it is in a package
package lab;

public class Race {
    static int counter;

    static void add() {
        counter++;
    }
}
