package target;

public class Old {
    public static String say() { return "unpatched " + Kept.say(); }
    public static String other() throws Exception { return Class.forName("target.Added").getMethod("say").invoke(null) + " " + Class.forName("fresh.Fresh").getMethod("say").invoke(null); }
}
