// Private access between nestmates (JVMS 5.4.4): fields, methods, constructors, in all directions, through inner, local, anonymous classes and lambdas.
public class Nestmates {
    private int secret = 1;
    private static long total = 10;

    private int hidden(int x) { return secret * x; }

    private static class Inner {
        private double value;
        private Inner(double v) { value = v; }
        private double get() { return value; }
        private static String tag() { return "tag"; }

        private static class Deeper {
            private int reach(Nestmates n) { return n.secret++ + n.hidden(5) + (int) (total += 7); }
        }
    }

    private class Member {
        private int mine = secret * 100;
        int both() { return mine + secret + Nestmates.this.hidden(2); }

        class Again {
            int all() { return mine += secret + Nestmates.this.secret; }
        }
    }

    private interface Hidden { private int p() { return 9; } static int s(Hidden h) { return h.p(); } }

    private static class Base {
        private String name() { return "Base"; }
        String call() { return name(); }
    }

    private static class Derived extends Base {
        private String name() { return "Derived"; }
        String callOwn() { return name() + super.name() + ((Base) this).name(); }
    }

    int local(int p) {
        int captured = p * 2;
        class Local {
            private int f = captured + secret;
            private int sum() { return f + p; }
        }
        Local l = new Local();
        l.f++;
        Runnable r = () -> secret += l.f + captured;
        r.run();
        return new Object() {
            private int odd = l.sum();
            int run() { return odd + hidden(1) + captured; }
        }.run();
    }

    public static void main(String[] args) throws Exception {
        Nestmates n = new Nestmates();
        Inner i = new Inner(2.5);
        i.value *= 2;
        System.out.println(i.get() + Inner.tag() + new Inner.Deeper().reach(n) + " " + n.secret + " " + total);
        Member m = n.new Member();
        Member.Again g = m.new Again();
        System.out.println(m.both() + " " + g.all() + " " + m.mine + " " + n.local(4) + " " + n.secret);
        System.out.println(Hidden.s(new Hidden() {}) + " " + new Derived().call() + " " + new Derived().callOwn());
        System.out.println(Inner.class.getNestHost() + " " + Inner.Deeper.class.isNestmateOf(Member.class) + " " + Nestmates.class.getNestMembers().length + " " + String.class.isNestmateOf(Nestmates.class));
        for (Class<?> c : Nestmates.class.getNestMembers()) System.out.print(c.getName() + " ");
        System.out.println();
    }
}
