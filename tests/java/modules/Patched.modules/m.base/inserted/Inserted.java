package inserted;

public class Inserted {
    public static String say() { return "in " + Inserted.class.getModule() + " of " + Inserted.class.getClassLoader() + ", " + Inserted.class.getPackage() + ", " + new Inserted() { }.getClass().getName(); }
}
