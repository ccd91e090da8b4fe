module l.two {
    exports two;
    opens two.opened to l.one;
    provides two.Service with two.inner.Given;
}
