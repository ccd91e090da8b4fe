package main;

public class Own implements lib.Service { public String serve() { return "own"; } }
