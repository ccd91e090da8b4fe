// What the agent puts in the place of the other version (JVMTI, SetNativeMethodPrefix).
public class Wrapped {
    static int answer() {
        return wrapped_answer() + 1;
    }
    static native int wrapped_answer();
}
