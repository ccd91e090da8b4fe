package two;

public interface Service { }
