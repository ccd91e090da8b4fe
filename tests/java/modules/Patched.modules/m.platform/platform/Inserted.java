package platform;

public class Inserted { public static String say() { return "in " + Inserted.class.getModule() + " of " + Inserted.class.getClassLoader().getName(); } }
