import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import javax.management.ObjectName;
import org.graalvm.visualvm.application.Application;
import org.graalvm.visualvm.core.datasupport.Stateful;
import org.graalvm.visualvm.core.model.AbstractModelProvider;
import org.graalvm.visualvm.host.Host;
import org.graalvm.visualvm.tools.attach.AttachModel;
import org.graalvm.visualvm.tools.attach.AttachModelFactory;
import org.graalvm.visualvm.tools.jmx.JmxModel;
import org.graalvm.visualvm.tools.jvmstat.JvmJvmstatModel;
import org.graalvm.visualvm.tools.jvmstat.JvmJvmstatModelFactory;
import org.graalvm.visualvm.tools.jvmstat.JvmstatModel;
import org.graalvm.visualvm.tools.jvmstat.JvmstatModelFactory;
import sun.jvmstat.monitor.HostIdentifier;
import sun.jvmstat.monitor.MonitoredHost;
import sun.jvmstat.monitor.MonitoredVm;
import sun.jvmstat.monitor.VmIdentifier;

// Looks at a VM by VisualVM's own models, without its windows: the list of local VMs, the counters, and the beans over JMX. Prints "key=value" lines.
//   java See PID
public class See {
  // What VisualVM makes of each VM in its list.
  static final class Local extends Application {
    final int pid;

    Local(int pid) {
      super(Host.LOCALHOST, "localhost-" + pid, Stateful.STATE_AVAILABLE);
      this.pid = pid;
    }

    @Override
    public int getPid() {
      return pid;
    }
  }

  static void say(String key, Object value) {
    System.out.println(key + "=" + String.valueOf(value).replace("\n", "\\n"));
  }

  // VisualVM makes its models in classes that are not public, once its windows are there.
  @SuppressWarnings("unchecked")
  static <T> T made(String name, Class<?>[] types, Object... arguments) throws Exception {
    java.lang.reflect.Constructor<?> constructor = Class.forName(name).getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return (T) constructor.newInstance(arguments);
  }

  // What VisualVM's providers of counters are made of.
  static final class Counters extends AbstractModelProvider<JvmstatModel, Application> {
    final JvmstatModel model;

    Counters(JvmstatModel model) {
      this.model = model;
    }

    @Override
    public JvmstatModel createModelFor(Application application) {
      return model;
    }
  }

  static JvmstatModel counters(Application application, MonitoredVm vm) throws Exception {
    JvmstatModel counters = made("org.graalvm.visualvm.jvmstat.JvmstatModelImpl", new Class<?>[] {Application.class, MonitoredVm.class}, application, vm);
    JvmstatModelFactory.getDefault().registerProvider(new Counters(counters));
    AttachModelFactory.getDefault().registerProvider(See.<AbstractModelProvider<AttachModel, Application>>made("org.graalvm.visualvm.attach.AttachModelProvider", new Class<?>[0]));
    JvmJvmstatModelFactory.getDefault().registerProvider(new org.graalvm.visualvm.jvmstat.JvmJvmstatModelProvider());
    JvmJvmstatModel jvm = new org.graalvm.visualvm.jvmstat.JvmJvmstatModelProvider().createModelFor(application);
    say("main class", jvm.getMainClass());
    say("main arguments", jvm.getMainArgs());
    say("jvm arguments", jvm.getJvmArgs());
    say("vm name", jvm.getVmName());
    say("java home", jvm.getJavaHome());
    say("attachable", jvm.isAttachable());
    say("loaded classes", jvm.getLoadedClasses() + jvm.getSharedLoadedClasses() - jvm.getUnloadedClasses());
    say("threads", jvm.getThreadsLive());
    say("daemons", jvm.getThreadsDaemon());
    say("uptime ms", 1000 * jvm.getUpTime() / jvm.getOsFrequency());
    say("generations", String.join(" ", jvm.getGenName()));
    say("heap used", jvm.getGenUsed()[0]);
    say("heap capacity", jvm.getGenCapacity()[0]);
    say("heap most", jvm.getGenMaxCapacity()[0]);
    return counters;
  }

  static void beans(Application application, JvmstatModel counters) throws Exception {
    JmxModel jmx = made("org.graalvm.visualvm.jmx.impl.JmxModelImpl", new Class<?>[] {Application.class, JvmstatModel.class}, application, counters);
    say("jmx", jmx.getConnectionState());
    Properties properties = jmx.getSystemProperties();
    say("property", properties.getProperty("java.vm.name"));
    say("bean", jmx.getMBeanServerConnection().getAttribute(new ObjectName(ManagementFactory.RUNTIME_MXBEAN_NAME), "Name"));
    say("thread dump", jmx.takeThreadDump());
    say("flag", jmx.getFlagValue("HeapDumpOnOutOfMemoryError"));
    jmx.setFlagValue("HeapDumpOnOutOfMemoryError", "true");
    say("flag afterwards", jmx.getFlagValue("HeapDumpOnOutOfMemoryError"));
    Map<String, Object> none = new HashMap<>();
    say("jcmd", jmx.executeJCmd("vmVersion", none));
  }

  public static void main(String[] args) throws Exception {
    int pid = Integer.parseInt(args[0]);
    MonitoredHost host = MonitoredHost.getMonitoredHost(new HostIdentifier("localhost"));
    say("in the list", host.activeVms().contains(pid));
    Application application = new Local(pid);
    beans(application, counters(application, host.getMonitoredVm(new VmIdentifier("//" + pid))));
    System.exit(0);
  }
}
