// XPath and XQuery of Saxon on a document that the program makes.

import java.io.StringReader;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XQueryEvaluator;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;

public class SaxonQueries {
    static final int ORDERS = 400;

    static String orders() {
        StringBuilder text = new StringBuilder("<orders>");
        for (int i = 0; i < ORDERS; i++) {
            text.append("<order id='").append(i).append("' customer='c").append(i * 7 % 23).append("'>");
            for (int k = 0; k <= i % 4; k++) {
                text.append("<line item='i").append((i + k) % 17).append("' count='").append(1 + k).append("'/>");
            }
            text.append("</order>");
        }
        return text.append("</orders>").toString();
    }

    public static void main(String[] args) throws SaxonApiException {
        Processor processor = new Processor(false);
        XdmNode document = processor.newDocumentBuilder().build(new StreamSource(new StringReader(orders())));
        XPathCompiler paths = processor.newXPathCompiler();
        String[] expressions = {
            "count(//line)", "sum(//line/@count)", "distinct-values(//order/@customer)[position() le 5]",
            "max(//order/count(line))", "string-join(//order[line/@item = 'i3'][position() mod 9 = 1]/@id, ' ')",
            "array:size([1, 2, (3, 4)])", "json-doc('x')", "sort((3, 1, 2)) ! (. * .)", "1 div 0",
        };
        for (String expression : expressions) {
            try {
                StringBuilder line = new StringBuilder(expression).append(" =");
                for (XdmItem item : paths.evaluate(expression, document)) {
                    line.append(' ').append(item.getStringValue());
                }
                System.out.println(line);
            } catch (SaxonApiException e) {
                System.out.println(expression + ": " + e.getErrorCode());
            }
        }
        XQueryEvaluator query = processor.newXQueryCompiler().compile(
            "declare variable $least as xs:integer external;"
            + "for $line in /orders/order/line group by $item := string($line/@item)"
            + " let $sum := sum($line/@count) where $sum ge $least order by $sum descending, $item"
            + " return <item name='{$item}' sum='{$sum}' orders='{count(distinct-values($line/../@id))}'/>").load();
        query.setContextItem(document);
        query.setExternalVariable(new QName("least"), new XdmAtomicValue(100));
        for (XdmItem item : query.evaluate()) {
            System.out.println(item);
        }
    }
}
