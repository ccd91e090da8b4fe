package p.qualified;

public class Qualified { public static String q() { return "qualified"; } }
