// javac: --module-path {modules} --add-modules m.target
// run: --module-path {modules} --add-modules m.target,java.sql --patch-module m.target={modules}/m.patch --patch-module java.base={modules}/m.base:{modules}/absent --patch-module=java.sql={modules}/m.platform --add-exports java.base/inserted=ALL-UNNAMED --add-exports java.sql/platform=ALL-UNNAMED
// --patch-module of a module on the module path, of java.base, and of a module of the platform loader: replaced and added classes, new packages, resources.
public class Patched {
    public static void main(String[] args) throws Exception {
        System.out.println(target.Old.say());
        System.out.println(target.Old.other());
        for (String name : new String[] {"inserted.Inserted", "platform.Inserted"}) {
            Class<?> c = Class.forName(name);
            System.out.println(c.getMethod("say").invoke(null) + " " + c.getModule().isExported(c.getPackageName()) + c.getModule().getDescriptor().packages().contains(c.getPackageName()) + c.getModule().getPackages().contains(c.getPackageName()));
            System.out.println(c.getResource("Inserted.class") != null);
        }
        System.out.println(Object.class.getResource("/inserted/Inserted.class").getProtocol() + " " + (Object.class.getModule().getResourceAsStream("inserted/Inserted.class").read() == 0xca));
        System.out.println(System.getProperty("jdk.module.patch.0") + " " + Class.forName("inserted.Inserted").getProtectionDomain().getCodeSource());
        try {
            Class.forName("fresh.Fresh").getMethod("say").invoke(null);
        } catch (IllegalAccessException e) {
            System.out.println(e.getMessage().replaceAll("@(0x)?[0-9a-f]+", "@HASH"));
        }
    }
}
