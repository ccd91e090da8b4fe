package p.openedTo;

public class OpenedTo { private int x = 6; }
