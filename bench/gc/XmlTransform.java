// The source's xml.transform, in small: one XSLT sheet applied to one document again and again, by as many threads as cores.
// run: -Xms1g -Xmx1g -Xmn64m
import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

public class XmlTransform {
    static final String SHEET = """
        <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
          <xsl:template match="/orders"><html><table><xsl:apply-templates select="order"><xsl:sort select="@id" order="descending"/></xsl:apply-templates></table></html></xsl:template>
          <xsl:template match="order"><tr><td><xsl:value-of select="@id"/></td><td><xsl:value-of select="concat(name, ': ', count(item))"/></td>
            <td><xsl:value-of select="sum(item/@price)"/></td></tr></xsl:template>
        </xsl:stylesheet>""";

    static String document(int orders) {
        StringBuilder text = new StringBuilder("<orders>");
        for (int i = 0; i < orders; i++) {
            text.append("<order id='").append(i).append("'><name>customer ").append(i).append("</name>");
            for (int item = 0; item < 5; item++) {
                text.append("<item price='").append(i * 3 + item).append("'>thing</item>");
            }
            text.append("</order>");
        }
        return text.append("</orders>").toString();
    }

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 100;
        String document = document(500);
        Templates sheet = TransformerFactory.newInstance().newTemplates(new StreamSource(new StringReader(SHEET)));
        long start = System.nanoTime();
        long[] check = new long[2];
        Thread[] threads = new Thread[check.length];
        for (int t = 0; t < threads.length; t++) {
            int number = t;
            threads[t] = new Thread(() -> {
                try {
                    for (int i = 0; i < rounds; i++) {
                        StringWriter out = new StringWriter();
                        sheet.newTransformer().transform(new StreamSource(new StringReader(document)), new StreamResult(out));
                        check[number] += out.toString().hashCode();
                    }
                } catch (Exception e) {
                    throw new RuntimeException(e);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("time " + (System.nanoTime() - start) + " check " + (check[0] + check[1]));
    }
}
