/** What most transcripts look at: fields, arrays, strings, calls. */
public class Point {
    int x;
    int y;
    Point next;
    static int moves;

    Point(int x, int y) {
        this.x = x;
        this.y = y;
    }

    void move(int dx, int dy) {
        x += dx;
        y += dy;
        moves++;
    }

    long area(int[] sides, String name) {
        long product = 1;
        for (int side : sides) {
            product *= side;
        }
        return product + name.length();
    }

    public static void main(String[] args) {
        Point p = new Point(1, 2);
        p.next = new Point(10, 20);
        p.move(3, 4);
        long a = p.area(new int[] {2, 3, 4}, "box");
        System.out.println(p.x + " " + p.y + " " + a);
    }
}
