// Its native method is wrapped by the other version, wrapped/Wrapped.java.
public class Wrapped {
    static native int answer();
}
