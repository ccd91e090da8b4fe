package r;

public class Changes {
    static final Module OWN = Changes.class.getModule();
    public static Module exports(String p, Module to) { return OWN.addExports(p, to); }
    public static Module opens(String p, Module to) { return OWN.addOpens(p, to); }
    public static Module reads(Module m) { return OWN.addReads(m); }
    public static Module uses(Class<?> c) { return OWN.addUses(c); }
    public static Object load(Class<?> c) { return java.util.ServiceLoader.load(c).findFirst().isPresent(); }
    public static Object call(String type, String method) throws Exception { return Class.forName(type, true, ClassLoader.getSystemClassLoader()).getMethod(method).invoke(null); }
}
