import java.io.*;
import java.util.*;

// Resources beside the class and in the library, by class and by loader; Properties in both forms.
public class Resources {
    public static void main(String[] args) throws Exception {
        try (InputStream in = Resources.class.getResourceAsStream("greeting.txt")) {
            System.out.println(new String(in.readAllBytes()).trim()); // expect: hello from a resource
        }
        System.out.println(Resources.class.getResource("/sub/numbers.properties").getProtocol() + " " + Resources.class.getResourceAsStream("none") + " " + ClassLoader.getSystemResource("none") + " " + Collections.list(ClassLoader.getSystemResources("greeting.txt")).size());
        Properties p = new Properties();
        p.load(Resources.class.getClassLoader().getResourceAsStream("sub/numbers.properties"));
        System.out.println(new TreeMap<>(p) + " " + p.getProperty("none", "default"));
        try (InputStream in = Object.class.getResourceAsStream("Object.class")) {
            System.out.println(Integer.toHexString(new DataInputStream(in).readInt())); // expect: cafebabe
        }
        System.out.println(Object.class.getResource("String.class").getProtocol() + " " + ClassLoader.getSystemResourceAsStream("java/lang/Object.class").read());
        Properties q = new Properties(p);
        q.setProperty("a key", "v=\u00e9\n# ");
        q.setProperty("empty", "");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        q.store(out, null);
        out.toString("ISO-8859-1").lines().filter(l -> !l.startsWith("#")).sorted().forEach(System.out::println);
        StringWriter w = new StringWriter();
        p.list(new PrintWriter(w, true));
        System.out.println(w.toString().lines().count() + " " + q.getProperty("one") + " " + q.stringPropertyNames().size());
        ByteArrayOutputStream xml = new ByteArrayOutputStream();
        q.storeToXML(xml, null);
        Properties r = new Properties();
        r.loadFromXML(new ByteArrayInputStream(xml.toByteArray()));
        System.out.println(r.equals(q) + " " + r.size());
        ResourceBundle bundle = ResourceBundle.getBundle("sub.numbers", Locale.ROOT);
        System.out.println(bundle.getString("one"));
        try {
            bundle.getString("zzz");
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage());
        }
    }
}
