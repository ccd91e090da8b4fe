module m.two {
    requires m.one;
    exports two;
}
