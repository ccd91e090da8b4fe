// Whether collections and loaded classes are reported to stdout, and the limit of the code cache's pool. (A log in a file does not count:
// tests/base/log_test.cpp.)

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

public class Verbosity {
    public static void main(String[] args) {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        ClassLoadingMXBean loading = ManagementFactory.getClassLoadingMXBean();
        System.out.println(memory.isVerbose() + " " + loading.isVerbose());
        memory.setVerbose(true); // no collection happens until it is off again
        boolean on = memory.isVerbose();
        memory.setVerbose(false);
        System.out.println(on + " " + memory.isVerbose());
        ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getName().equals("CodeCache"))
                .forEach(pool -> System.out.println(pool.getName() + " " + pool.getUsage().getMax()));
    }
}
