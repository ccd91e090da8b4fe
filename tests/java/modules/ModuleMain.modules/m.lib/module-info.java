module m.lib {
    exports lib;
    uses lib.Service;
    provides lib.Service with lib.inner.Inner;
}
