package two.opened;

class Opened { private int x = 1; }
