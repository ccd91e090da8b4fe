// -XX:SoftRefLRUPolicyMSPerMB=0: soft references that nobody has asked since the last collection are given up at the next one; the one that
// is asked in between lives.
// run: -Xmx64m -XX:SoftRefLRUPolicyMSPerMB=0
import java.lang.ref.SoftReference;

public class SoftPolicy {
    public static void main(String[] args) throws Exception {
        SoftReference<byte[]> idle = new SoftReference<>(new byte[1_000]);
        SoftReference<byte[]> asked = new SoftReference<>(new byte[1_000]);
        for (int i = 0; i < 4; i++) {
            System.gc();
            System.out.println("asked " + (asked.get() != null));
            Thread.sleep(5);
        }
        System.out.println("idle " + (idle.get() != null));
    }
}
