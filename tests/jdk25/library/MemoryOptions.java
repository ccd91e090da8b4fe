// run: -XX:NativeMemoryTracking=summary
import java.lang.management.ManagementFactory;
import java.util.regex.Pattern;
import javax.management.*;

// The command VM.native_memory has lost an option, and counts threads with another word.
public class MemoryOptions {
    static String run(String... arguments) throws Exception {
        ObjectName name = new ObjectName("com.sun.management:type=DiagnosticCommand");
        try {
            return (String) ManagementFactory.getPlatformMBeanServer().invoke(name, "vmNativeMemory", new Object[] {arguments},
                new String[] {String[].class.getName()});
        } catch (RuntimeMBeanException e) {
            return e.getCause() + "\n";
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(Pattern.compile("\\(threads #\\d+\\)").matcher(run()).find());
        System.out.print(run("shutdown"));
        System.out.print(run("summary", "baseline"));
        System.out.print(run("help"));
    }
}
