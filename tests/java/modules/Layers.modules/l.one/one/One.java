package one;

public class One {
    public static String text() { return "one with " + two.Two.text(); }
    public static String loaders() { return (One.class.getClassLoader() == two.Two.class.getClassLoader()) + " " + One.class.getModule().getLayer().modules().size(); }
    public static String services() {
        java.util.TreeSet<String> all = new java.util.TreeSet<>();
        for (two.Service s : java.util.ServiceLoader.load(One.class.getModule().getLayer(), two.Service.class)) all.add(s.getClass().getName());
        return all.toString();
    }
}
