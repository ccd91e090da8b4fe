import java.io.*;
import javax.xml.parsers.*;
import javax.xml.transform.*;
import javax.xml.transform.dom.*;
import javax.xml.transform.stream.*;
import javax.xml.xpath.*;
import org.w3c.dom.*;
import org.xml.sax.*;

// XML parsed by DOM and SAX and written by a transformer; XPath; a fault with its line.
public class Xml {
    public static void main(String[] args) throws Exception {
        String xml = "<?xml version='1.0'?><r a='1'><x>one</x><x id=\"k\">t&amp;o</x><!-- c --><y/></r>";
        Document doc = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
        NodeList xs = doc.getElementsByTagName("x");
        System.out.println(doc.getDocumentElement().getAttribute("a") + " " + xs.getLength() + " " + xs.item(1).getTextContent());
        System.out.println(XPathFactory.newInstance().newXPath().evaluate("/r/x[@id='k']", doc) + " " + XPathFactory.newInstance().newXPath().evaluate("count(//x)", doc));
        doc.getDocumentElement().appendChild(doc.createElement("z")).setTextContent("<new>");
        Transformer t = TransformerFactory.newInstance().newTransformer();
        t.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        StringWriter out = new StringWriter();
        t.transform(new DOMSource(doc), new StreamResult(out));
        System.out.println(out);
        StringBuilder events = new StringBuilder();
        SAXParserFactory.newInstance().newSAXParser().parse(new ByteArrayInputStream(xml.getBytes()), new org.xml.sax.helpers.DefaultHandler() {
            @Override
            public void startElement(String uri, String local, String name, Attributes a) { events.append('<').append(name).append(a.getLength()); }
            @Override
            public void endElement(String uri, String local, String name) { events.append('>'); }
        });
        System.out.println(events);
        try {
            SAXParserFactory.newInstance().newSAXParser().parse(new ByteArrayInputStream("<a>\n<b></a>".getBytes()), new org.xml.sax.helpers.DefaultHandler());
        } catch (SAXParseException e) {
            System.out.println(e.getLineNumber() + " " + e.getMessage());
        }
    }
}
