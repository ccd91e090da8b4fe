package lib;

public class Lib {
    public String where() { return getClass().getModule().getName() + " in " + getClass().getClassLoader().getName(); }
    public static void fail() { throw new IllegalStateException("in the library"); }
    public static String caller() { return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass().getModule().getName(); }
}
