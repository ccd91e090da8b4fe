// Spheres over a floor, with shadows and mirrors. As in _227_mtrt of the meta-lock paper two threads render an image, each with a scene of its own;
// the scene is a Vector, so each ray locks, and nobody competes for the lock. The rows are handed out one by one.
//   java RayTracer [ROUNDS]
import java.util.Vector;
import java.util.zip.CRC32;

public class RayTracer {
    static final int WIDTH = 192;
    static final int HEIGHT = 128;
    static final int DEPTH = 4;
    static final double NEAR = 1e-6;

    static final class Point {
        final double x;
        final double y;
        final double z;

        Point(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }
        Point plus(Point other) { return new Point(x + other.x, y + other.y, z + other.z); }
        Point minus(Point other) { return new Point(x - other.x, y - other.y, z - other.z); }
        Point times(double factor) { return new Point(x * factor, y * factor, z * factor); }
        double dot(Point other) { return x * other.x + y * other.y + z * other.z; }
        Point unit() { return times(1 / Math.sqrt(dot(this))); }
    }

    static final class Ray {
        final Point from;
        final Point along;

        Ray(Point from, Point along) {
            this.from = from;
            this.along = along.unit();
        }
        Point at(double distance) { return from.plus(along.times(distance)); }
        Ray mirrored(Point at, Point normal) { return new Ray(at, along.minus(normal.times(2 * along.dot(normal)))); }
    }

    interface Body {
        /** How far the ray goes to the body; infinity if it misses. */
        double distance(Ray ray);
        Point normal(Point at);
        double brightness(Point at);
        double mirror();
    }

    static final class Sphere implements Body {
        private final Point centre;
        private final double radius;
        private final double mirror;

        Sphere(Point centre, double radius, double mirror) {
            this.centre = centre;
            this.radius = radius;
            this.mirror = mirror;
        }
        @Override public double distance(Ray ray) {
            Point to = centre.minus(ray.from);
            double middle = to.dot(ray.along);
            double square = middle * middle - to.dot(to) + radius * radius;
            if (square < 0) {
                return Double.POSITIVE_INFINITY;
            }
            double half = Math.sqrt(square);
            double near = middle - half > NEAR ? middle - half : middle + half;
            return near > NEAR ? near : Double.POSITIVE_INFINITY;
        }
        @Override public Point normal(Point at) { return at.minus(centre).unit(); }
        @Override public double brightness(Point at) { return 0.9; }
        @Override public double mirror() { return mirror; }
    }

    /** The floor is a chessboard. */
    static final class Floor implements Body {
        private static final Point UP = new Point(0, 1, 0);

        @Override public double distance(Ray ray) {
            double far = -ray.from.y / ray.along.y;
            return far > NEAR ? far : Double.POSITIVE_INFINITY;
        }
        @Override public Point normal(Point at) { return UP; }
        @Override public double brightness(Point at) { return ((long) Math.floor(at.x) + (long) Math.floor(at.z)) % 2 == 0 ? 0.8 : 0.2; }
        @Override public double mirror() { return 0.1; }
    }

    static final class Scene {
        private final Vector<Body> bodies = new Vector<>();
        private final Point light = new Point(-6, 9, -4);

        Scene() {
            bodies.add(new Floor());
            for (int i = 0; i < 9; i++) {
                bodies.add(new Sphere(new Point(i % 3 * 2.2 - 2.2, 0.7 + i / 3 * 0.4, 3 + i / 3 * 2), 0.8, 0.15 * (i % 4)));
            }
        }

        Body nearest(Ray ray) {
            Body found = null;
            double best = Double.POSITIVE_INFINITY;
            for (int i = 0; i < bodies.size(); i++) {
                double distance = bodies.elementAt(i).distance(ray);
                if (distance < best) {
                    best = distance;
                    found = bodies.elementAt(i);
                }
            }
            return found;
        }

        double look(Ray ray, int depth) {
            Body body = nearest(ray);
            if (body == null) {
                return 0.5 + 0.5 * Math.abs(ray.along.y);
            }
            Point at = ray.at(body.distance(ray));
            Point normal = body.normal(at);
            Ray toLight = new Ray(at, light.minus(at));
            double lit = nearest(toLight) == null ? Math.max(0, normal.dot(toLight.along)) : 0;
            double seen = body.brightness(at) * (0.2 + 0.8 * lit);
            if (depth == 0 || body.mirror() == 0) {
                return seen;
            }
            return (1 - body.mirror()) * seen + body.mirror() * look(ray.mirrored(at, normal), depth - 1);
        }
    }

    static final class Image {
        final byte[] pixels = new byte[WIDTH * HEIGHT];
        private int nextRow;

        synchronized int takeRow() { return nextRow < HEIGHT ? nextRow++ : -1; }
    }

    static void render(Image image) {
        Scene scene = new Scene();
        Point eye = new Point(0, 2, -5);
        for (int row = image.takeRow(); row >= 0; row = image.takeRow()) {
            for (int column = 0; column < WIDTH; column++) {
                Point along = new Point((column - WIDTH / 2) / (double) HEIGHT, (HEIGHT / 2 - row) / (double) HEIGHT - 0.1, 1);
                image.pixels[row * WIDTH + column] = (byte) (255 * scene.look(new Ray(eye, along), DEPTH));
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 12;
        for (int round = 0; round < rounds; round++) {
            Image image = new Image();
            Thread[] threads = {new Thread(() -> render(image)), new Thread(() -> render(image))};
            for (Thread thread : threads) {
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            CRC32 crc = new CRC32();
            crc.update(image.pixels);
            System.out.println("image " + round + ": CRC " + Long.toHexString(crc.getValue()));
        }
    }
}
