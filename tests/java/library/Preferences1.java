import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.logging.*;
import java.util.prefs.*;

// run: -Djava.util.prefs.userRoot=prefs -Djava.util.prefs.systemRoot=sysprefs
// Preferences on files: values and defaults, nodes, listeners, export and import, removal; what a second start finds.
public class Preferences1 {
    public static void main(String[] args) throws Exception {
        Logger quiet = Logger.getLogger("java.util.prefs");
        quiet.setLevel(Level.OFF);
        if (args.length != 0) {
            Preferences node = Preferences.userRoot().node("app/inner");
            System.out.println(node.get("text", "none") + " " + node.getInt("number", 0));
            return;
        }
        Preferences root = Preferences.userRoot();
        Preferences node = root.node("app/inner");
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        node.addPreferenceChangeListener(event -> told.add(event.getKey() + "=" + event.getNewValue()));
        node.put("text", "gr\u00fc\u00dfe \u4e16");
        System.out.println(told.poll(20, TimeUnit.SECONDS));
        node.putInt("number", 42);
        node.putBoolean("flag", true);
        node.putDouble("real", 1.5);
        node.putByteArray("bytes", new byte[] {1, 2, 3});
        System.out.println(node.getInt("number", 0) + " " + node.getBoolean("flag", false) + " " + node.getDouble("real", 0) + " " + node.getByteArray("bytes", null).length + " " + node.getLong("absent", 7) + " " + node.getInt("text", -1));
        System.out.println(node.absolutePath() + " " + node.name() + " " + Arrays.toString(root.node("app").childrenNames()) + " " + root.nodeExists("app/none") + " " + node.isUserNode());
        String[] keys = node.keys();
        Arrays.sort(keys);
        System.out.println(Arrays.toString(keys));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        node.exportSubtree(out);
        node.remove("number");
        System.out.println(node.getInt("number", -1));
        Preferences.importPreferences(new ByteArrayInputStream(out.toByteArray()));
        System.out.println(node.getInt("number", -1));
        node.flush();
        String vm = ProcessHandle.current().info().command().get();
        Process child = new ProcessBuilder(vm, "-Djava.util.prefs.userRoot=prefs", "-Djava.util.prefs.systemRoot=sysprefs", "-Dfile.encoding=UTF-8", "-cp", System.getProperty("java.class.path"), "Preferences1", "child").redirectError(ProcessBuilder.Redirect.DISCARD).start();
        System.out.println(new String(child.getInputStream().readAllBytes(), "UTF-8").trim() + " " + child.waitFor());
        root.node("app").removeNode();
        System.out.println(root.nodeExists("app"));
        for (String bad : new String[] {"a//b", "trailing/"}) {
            try {
                root.node(bad);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            node.get("text", "");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
