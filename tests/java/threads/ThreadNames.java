import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

// The kernel knows a thread by its Java name (15 bytes of it), also after setName by the thread itself; priorities and groups hold their bounds.
public class ThreadNames {
    static String kernelName() throws Exception { return Files.readString(Path.of("/proc/thread-self/comm")).strip(); }

    static void inThread(String name, String newName) throws Exception {
        Thread thread = new Thread(() -> {
            try {
                String before = kernelName();
                Thread.currentThread().setName(newName);
                System.out.println(before + " -> " + kernelName() + " = " + Thread.currentThread().getName());
            } catch (Exception e) {
                System.out.println(e);
            }
        }, name);
        thread.start();
        thread.join();
    }

    public static void main(String[] args) throws Exception {
        inThread("short", "other");
        inThread("a name that is too long", "another one that is too long");
        inThread("fünf", "Größenwahnsinnig");
        inThread("", "not empty");
        Thread named = new Thread(() -> {});
        try {
            named.setName(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        for (int priority : new int[] {0, 1, 10, 11}) {
            try {
                named.setPriority(priority);
                System.out.println(named.getPriority());
            } catch (IllegalArgumentException e) {
                System.out.println(priority + ": " + e.getMessage());
            }
        }
        ThreadGroup group = new ThreadGroup("group");
        group.setMaxPriority(3);
        Thread member = new Thread(group, () -> System.out.println(Thread.currentThread() + " in " + Thread.currentThread().getThreadGroup().activeCount()));
        member.setPriority(9);
        System.out.println(member.getPriority() + " " + group.activeCount());
        member.start();
        member.join();
        System.out.println(group.activeCount() + " " + member.getThreadGroup());
        Thread child = new Thread(group, () -> {}, "child");
        child.setDaemon(true);
        child.start();
        child.join();
        try {
            child.setDaemon(false);
            System.out.println("ended: allowed");
        } catch (IllegalThreadStateException e) {
            System.out.println("ended: refused");
        }
        System.out.println(Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(n -> n.equals("main")).collect(Collectors.toList()));
    }
}
