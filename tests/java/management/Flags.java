import com.sun.management.*;
import java.lang.management.ManagementFactory;

// run: -XX:+UseSerialGC -Xmx64m -XX:-ShowCodeDetailsInExceptionMessages -XX:MaxTenuringThreshold=7
// also: run: -XX:+UseParallelGC -Xmx64m -XX:-ShowCodeDetailsInExceptionMessages -XX:MaxTenuringThreshold=7
// HotSpotDiagnosticMXBean: -XX flags by name, where their values come from, writing one that can be written, errors.
public class Flags {
    public static void main(String[] args) throws Exception {
        HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        for (String name : new String[] {"MaxHeapSize", "UseSerialGC", "UseParallelGC", "UseG1GC", "MaxTenuringThreshold", "NewRatio", "HeapDumpOnOutOfMemoryError", "ShowCodeDetailsInExceptionMessages", "HeapDumpPath", "MaxJavaStackTraceDepth"}) {
            VMOption option = bean.getVMOption(name);
            boolean chosen = name.equals("UseSerialGC") || name.equals("UseParallelGC");
            System.out.println(name + "=" + option.getValue() + " " + (chosen ? "" : option.getOrigin() + " ") + option.isWriteable());
        }
        try {
            Object none = null;
            none.hashCode();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        bean.setVMOption("ShowCodeDetailsInExceptionMessages", "true");
        System.out.println(bean.getVMOption("ShowCodeDetailsInExceptionMessages").getOrigin());
        try {
            String text = null;
            text.length();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage().startsWith("Cannot invoke \"String.length()\""));
        }
        bean.setVMOption("MinHeapFreeRatio", "10");
        bean.setVMOption("MaxHeapFreeRatio", "20");
        System.out.println(bean.getVMOption("MaxHeapFreeRatio").getValue() + " " + bean.getVMOption("MaxHeapFreeRatio").getOrigin());
        String[][] wrong = {{"NoSuchFlag", "1"}, {"MaxHeapSize", "1"}, {"HeapDumpOnOutOfMemoryError", "maybe"}, {"MinHeapFreeRatio", "30"},
                            {"MaxHeapFreeRatio", "5"}, {"MaxHeapFreeRatio", "101"}, {"MinHeapFreeRatio", "-1"}, {"MinHeapFreeRatio", "few"}};
        for (String[] each : wrong) {
            try {
                bean.setVMOption(each[0], each[1]);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(bean.getDiagnosticOptions().stream().anyMatch(option -> option.getName().equals("HeapDumpPath")));
    }
}
