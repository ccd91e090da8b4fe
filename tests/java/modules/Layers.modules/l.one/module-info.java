module l.one {
    requires l.two;
    exports one;
    uses two.Service;
}
