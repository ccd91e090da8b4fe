module s.impl {
    requires s.api;
    provides api.Shape with impl.Circle, impl.Square, impl.Broken;
}
