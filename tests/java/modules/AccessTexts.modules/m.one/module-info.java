module m.one {
    exports p.open;
    exports p.qualified to m.two;
    opens p.opened;
    opens p.openedTo to m.two;
}
