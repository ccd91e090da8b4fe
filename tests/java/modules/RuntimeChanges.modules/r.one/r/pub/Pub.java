package r.pub;

public class Pub { private static int y = 8; }
