package two.inner;

public class Given implements two.Service { }
