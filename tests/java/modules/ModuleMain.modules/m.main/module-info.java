/** A module that is run. */
@Deprecated
open module m.main {
    requires transitive m.lib;
    requires static java.desktop;
    requires java.logging;
    uses lib.Service;
    provides lib.Service with main.Own;
}
