package two;

public class Two {
    public static String qualified() { return p.qualified.Qualified.q(); }
    public static Object field(String type, String field) throws Exception {
        Class<?> c = Class.forName(type);
        java.lang.reflect.Field f = c.getDeclaredField(field);
        f.setAccessible(true);
        return f.get(c.getDeclaredConstructor().newInstance());
    }
    public static Object call(String type, String method) throws Exception { return Class.forName(type).getMethod(method).invoke(null); }
}
