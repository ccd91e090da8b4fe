import sun.management.ManagementFactoryHelper;
import sun.management.counter.Counter;

// Prints what HotSpot's internal beans find among the counters.
public class Internal {
  public static void main(String[] args) throws Exception {
    long classes = 0;
    for (Counter counter : ManagementFactoryHelper.getHotspotClassLoadingMBean().getInternalClassLoadingCounters()) {
      if (counter.getName().matches("java.cls.(sharedL|l)oadedClasses")) {
        classes += ((Number) counter.getValue()).longValue();
      }
    }
    boolean threads = !ManagementFactoryHelper.getHotspotThreadMBean().getInternalThreadingCounters().isEmpty();
    boolean runtime = !ManagementFactoryHelper.getHotspotRuntimeMBean().getInternalRuntimeCounters().isEmpty();
    System.out.println((classes > 100) + " " + threads + " " + runtime);
  }
}
