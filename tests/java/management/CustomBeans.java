import java.beans.ConstructorProperties;
import java.lang.management.ManagementFactory;
import java.util.*;
import javax.management.*;
import javax.management.openmbean.*;
import javax.management.remote.*;

// Beans of our own in the platform MBean server: standard, MXBean with composite data, notifications, queries, errors, and all of it
// through a JMX connector over RMI on the loopback interface.
public class CustomBeans {
    public interface CounterMBean {
        int getCount();
        void setCount(int count);
        String describe(String prefix, int times);
        void fail();
    }

    public static class Counter extends NotificationBroadcasterSupport implements CounterMBean {
        private int count;
        public int getCount() { return count; }
        public void setCount(int count) {
            int before = this.count;
            this.count = count;
            sendNotification(new AttributeChangeNotification(this, 1, 0, "changed", "Count", "int", before, count));
        }
        public String describe(String prefix, int times) { return prefix.repeat(times) + count; }
        public void fail() { throw new IllegalStateException("asked for"); }
    }

    public static class Point {
        private final int x, y;
        @ConstructorProperties({"x", "y"})
        public Point(int x, int y) { this.x = x; this.y = y; }
        public int getX() { return x; }
        public int getY() { return y; }
    }

    public interface ShapeMXBean {
        List<Point> getCorners();
        Map<String, Point> getNamed();
        void setOrigin(Point origin);
        Point getOrigin();
    }

    public static class Shape implements ShapeMXBean {
        private Point origin = new Point(0, 0);
        public List<Point> getCorners() { return List.of(new Point(1, 2), new Point(3, 4)); }
        public Map<String, Point> getNamed() { return new TreeMap<>(Map.of("a", new Point(5, 6))); }
        public void setOrigin(Point origin) { this.origin = origin; }
        public Point getOrigin() { return origin; }
    }

    static void use(MBeanServerConnection server, ObjectName counter, ObjectName shape) throws Exception {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        NotificationListener listener = (notification, handback) -> {
            AttributeChangeNotification change = (AttributeChangeNotification) notification;
            told.add(change.getOldValue() + "->" + change.getNewValue() + handback);
        };
        server.addNotificationListener(counter, listener, null, "!");
        server.setAttribute(counter, new Attribute("Count", 41));
        while (told.isEmpty()) {
            Thread.sleep(1);
        }
        System.out.println(told + " " + server.getAttribute(counter, "Count"));
        server.removeNotificationListener(counter, listener);
        System.out.println(server.invoke(counter, "describe", new Object[] {"ab", 2}, new String[] {"java.lang.String", "int"}));
        try {
            server.invoke(counter, "fail", null, null);
        } catch (RuntimeMBeanException e) {
            System.out.println(e.getCause());
        }
        try {
            server.getAttribute(counter, "None");
        } catch (AttributeNotFoundException e) {
            System.out.println(e.getMessage());
        }
        CompositeData[] corners = (CompositeData[]) server.getAttribute(shape, "Corners");
        System.out.println(corners.length + " " + corners[1].get("y") + " " + ((TabularData) server.getAttribute(shape, "Named")).size());
        ShapeMXBean proxy = JMX.newMXBeanProxy(server, shape, ShapeMXBean.class);
        proxy.setOrigin(new Point(7, 8));
        System.out.println(proxy.getOrigin().getY() + " " + proxy.getNamed().get("a").getX());
        MBeanInfo info = server.getMBeanInfo(counter);
        System.out.println(info.getAttributes().length + " " + info.getOperations().length + " " + server.queryNames(new ObjectName("own:*"), Query.gt(Query.attr("Count"), Query.value(5))));
    }

    public static void main(String[] args) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName counter = new ObjectName("own:type=Counter");
        ObjectName shape = new ObjectName("own:type=Shape");
        server.registerMBean(new Counter(), counter);
        server.registerMBean(new Shape(), shape);
        use(server, counter, shape);
        try {
            server.registerMBean(new Counter(), counter);
        } catch (InstanceAlreadyExistsException e) {
            System.out.println(e.getMessage());
        }
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        JMXConnectorServer connectors = JMXConnectorServerFactory.newJMXConnectorServer(new JMXServiceURL("service:jmx:rmi://127.0.0.1"), null, server);
        connectors.start();
        server.setAttribute(counter, new Attribute("Count", 0));
        try (JMXConnector connector = JMXConnectorFactory.connect(connectors.getAddress())) {
            use(connector.getMBeanServerConnection(), counter, shape);
        }
        connectors.stop();
        server.unregisterMBean(counter);
        System.out.println(server.isRegistered(counter));
        System.exit(0);
    }
}
