package lib;

public interface Service { String serve(); }
