// A compact source file: its class and its main are instance things without a name of their own.
String greeting = "compact";

void main() {
    IO.println(greeting);
}
