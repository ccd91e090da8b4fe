// say: A method is native
public class Race {
    static int counter;
    static native void steal();
    static void add() {
        steal();
        counter++;
    }
}
