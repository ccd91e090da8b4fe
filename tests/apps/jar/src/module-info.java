/** A module for the jar tool to describe. */
module shop {
    requires java.logging;
    exports shop;
    uses Runnable;
}
