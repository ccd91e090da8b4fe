// -XX:OnOutOfMemoryError: at the first error the VM runs the commands one after the other, then the program goes on.
// run: -Xmx16m -XX:OnOutOfMemoryError=exit\ 3;echo\ 100%%\ $0 -XX:OnOutOfMemoryError=echo\ last
public class CommandsOnError {
    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(new Object[Integer.MAX_VALUE].length);
            } catch (OutOfMemoryError e) {
                System.out.println(e.getMessage());  // expect: Requested array size exceeds VM limit
            }
        }
    }
}
