module l.three {
    requires l.two;
    provides two.Service with three.Third;
}
