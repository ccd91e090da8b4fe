// Every interface of java.xml over one small document.

import java.io.File;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Iterator;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

public class XmlTour {
    public static void main(String[] args) throws Exception {
        File books = new File(args[0]);
        Document document = dom(books);
        xpath(document);
        sax(books);
        stax(books);
        xslt(books, new File(args[1]));
        identity(document);
        schema(new File(args[2]));
        errors();
    }

    static Document dom(File file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(file);
        Element added = document.createElementNS("urn:books", "book");
        added.setAttribute("id", "b4");
        added.appendChild(document.createTextNode("added < here"));
        document.getDocumentElement().appendChild(added);
        NodeList all = document.getElementsByTagNameNS("*", "author");
        System.out.println("dom: " + all.getLength() + " authors, last " + document.getDocumentElement().getLastChild().getTextContent());
        return document;
    }

    static class Prefixes implements NamespaceContext {
        @Override
        public String getNamespaceURI(String prefix) {
            return prefix.equals("b") ? "urn:books" : prefix.equals("x") ? "urn:extra" : XMLConstants.NULL_NS_URI;
        }

        @Override
        public String getPrefix(String uri) {
            return null;
        }

        @Override
        public Iterator<String> getPrefixes(String uri) {
            return List.<String>of().iterator();
        }
    }

    static void xpath(Document document) throws Exception {
        XPath path = XPathFactory.newInstance().newXPath();
        path.setNamespaceContext(new Prefixes());
        String[] texts = {"count(//b:book)", "string(//b:book[2]/b:title)", "sum(//b:price[@currency='EUR'])", "//b:book[last()-1]/@id", "//@x:rank + 1",
            "concat(name(/*), '-', local-name(//b:note/*))", "boolean(//b:book[b:author='Cy'])", "normalize-space(//b:note)", "//b:book[b:price > 10]/following-sibling::*[1]/@id",
            "translate('bar', 'abc', 'AB')", "round(-2.5)", "1 div 0"};
        for (String text : texts) {
            System.out.println("xpath: " + text + " = " + path.evaluate(text, document));
        }
        NodeList ids = (NodeList) path.evaluate("//b:book[contains(., 'Ann')]/@id", document, XPathConstants.NODESET);
        System.out.println("xpath: " + ids.getLength() + " " + ids.item(1).getNodeValue());
    }

    static void sax(File file) throws Exception {
        SAXParserFactory.newInstance().newSAXParser().parse(file, new DefaultHandler() {
            int depth;
            final StringBuilder text = new StringBuilder();

            @Override
            public void startElement(String uri, String local, String name, Attributes attributes) {
                depth++;
                for (int i = 0; i < attributes.getLength(); i++) {
                    text.append(attributes.getQName(i)).append('=').append(attributes.getValue(i)).append(' ');
                }
            }

            @Override
            public void endElement(String uri, String local, String name) {
                depth--;
            }

            @Override
            public void processingInstruction(String target, String data) {
                text.append(target).append('?').append(data).append(' ');
            }

            @Override
            public void endDocument() {
                System.out.println("sax: " + depth + " " + text);
            }
        });
    }

    static void stax(File file) throws Exception {
        XMLStreamReader reader = XMLInputFactory.newInstance().createXMLStreamReader(new StreamSource(file));
        StringWriter out = new StringWriter();
        XMLStreamWriter writer = XMLOutputFactory.newInstance().createXMLStreamWriter(out);
        writer.writeStartDocument();
        writer.writeStartElement("titles");
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamReader.START_ELEMENT && reader.getLocalName().equals("title")) {
                writer.writeStartElement("t");
                writer.writeAttribute("line", "" + reader.getLocation().getLineNumber());
                writer.writeCharacters(reader.getElementText());
                writer.writeEndElement();
            }
        }
        writer.writeEndDocument();
        writer.flush();
        System.out.println("stax: " + out);
    }

    static void xslt(File books, File sheet) throws Exception {
        Templates templates = TransformerFactory.newInstance().newTemplates(new StreamSource(sheet));
        for (String heading : List.of("First & last", "Again")) {
            Transformer transformer = templates.newTransformer();
            transformer.setParameter("heading", heading);
            StringWriter out = new StringWriter();
            transformer.transform(new StreamSource(books), new StreamResult(out));
            System.out.println(out);
        }
    }

    static void identity(Document document) throws Exception {
        Transformer transformer = TransformerFactory.newInstance().newTransformer();
        transformer.setOutputProperty(OutputKeys.INDENT, "yes");
        transformer.setOutputProperty(OutputKeys.ENCODING, "ISO-8859-1");
        StringWriter out = new StringWriter();
        transformer.transform(new DOMSource(document), new StreamResult(out));
        System.out.println(out);
    }

    static void schema(File file) throws Exception {
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(file);
        String[] books = {"<book id='a'><title>t</title><price>1.50</price><day>2020-02-29</day></book>", "<book id='a'><title>t</title><price>-1</price></book>",
            "<book><price>1</price></book>", "<book id='a'><title/><price>1</price><day>2021-02-29</day></book>"};
        for (String book : books) {
            try {
                schema.newValidator().validate(new StreamSource(new StringReader("<shelf xmlns='urn:books'>" + book + "</shelf>")));
                System.out.println("schema: valid");
            } catch (SAXParseException e) {
                System.out.println("schema: " + e.getColumnNumber() + " " + e.getMessage());
            }
        }
    }

    static void errors() throws Exception {
        for (String text : List.of("<a><b></a>", "<a>&undefined;</a>", "<a", "text", "<a x='1' x='2'/>")) {
            try {
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(text)));
            } catch (SAXParseException e) {
                System.out.println("error: " + e.getLineNumber() + ":" + e.getColumnNumber() + " " + e.getMessage());
            }
        }
    }
}
