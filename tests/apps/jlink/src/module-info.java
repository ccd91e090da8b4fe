module tool {
    requires java.logging;
}
