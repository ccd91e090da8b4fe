package impl;

public class Circle implements api.Shape { public String name() { return "circle"; } }
