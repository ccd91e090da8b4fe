// -XX:SoftRefLRUPolicyMSPerMB=0: a soft reference that nobody has asked since the last collection is given up at the next one. By default it
// would live for as many seconds as there are free megabytes. (One that is asked in between lives, unless other collections come in between.)
// run: -Xmx64m -XX:SoftRefLRUPolicyMSPerMB=0
import java.lang.ref.SoftReference;

public class SoftPolicy {
    public static void main(String[] args) throws Exception {
        SoftReference<byte[]> idle = new SoftReference<>(new byte[1_000]);
        for (int i = 0; i < 4; i++) {
            System.gc();
            Thread.sleep(5);  // the policy's clock counts milliseconds
        }
        System.out.println("idle " + (idle.get() != null));
    }
}
