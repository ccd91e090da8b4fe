// Writes a document, encrypts it, reads the text back, draws a page and sums its pixels.

import java.awt.Color;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.util.zip.CRC32;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.util.Matrix;

public class Pages {
    static byte[] write() throws Exception {
        try (PDDocument document = new PDDocument()) {
            PDType1Font font = new PDType1Font(Standard14Fonts.FontName.HELVETICA_BOLD);
            BufferedImage image = new BufferedImage(16, 16, BufferedImage.TYPE_INT_RGB);
            for (int i = 0; i < 256; i++) {
                image.setRGB(i % 16, i / 16, i * 0x010203);
            }
            for (int n = 1; n <= 3; n++) {
                PDPage page = new PDPage(new PDRectangle(200, 200));
                document.addPage(page);
                try (PDPageContentStream out = new PDPageContentStream(document, page)) {
                    out.setNonStrokingColor(new Color(40 * n, 100, 200));
                    out.addRect(10, 10, 60, 40 + n * 10);
                    out.fill();
                    out.moveTo(100, 100);
                    out.curveTo(120, 180, 180, 120, 190, 20);
                    out.stroke();
                    out.drawImage(LosslessFactory.createFromImage(document, image), new Matrix(AffineTransform.getTranslateInstance(80, 20)));
                    out.beginText();
                    out.setFont(font, 12);
                    out.newLineAtOffset(20, 150);
                    out.showText("Page number " + n + " caf\u00e9");
                    out.endText();
                }
            }
            document.getDocumentInformation().setTitle("Three pages");
            StandardProtectionPolicy policy = new StandardProtectionPolicy("owner", "user", new AccessPermission());
            policy.setEncryptionKeyLength(128);
            document.protect(policy);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            document.save(bytes);
            return bytes.toByteArray();
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = write();
        try {
            Loader.loadPDF(bytes, "wrong");
        } catch (InvalidPasswordException e) {
            System.out.println(e.getMessage());
        }
        try (PDDocument document = Loader.loadPDF(bytes, "user")) {
            System.out.println(document.getNumberOfPages() + " " + document.getDocumentInformation().getTitle() + " " + document.isEncrypted());
            System.out.print(new PDFTextStripper().getText(document));
            System.out.println(document.getPage(0).getResources().getFontNames().iterator().next().equals(COSName.getPDFName("F1")));
            for (int n = 0; n < 2; n++) {
                BufferedImage drawn = new PDFRenderer(document).renderImage(n, 2);
                CRC32 crc = new CRC32();
                for (int y = 0; y < drawn.getHeight(); y++) {
                    for (int x = 0; x < drawn.getWidth(); x++) {
                        crc.update(drawn.getRGB(x, y) >>> 12);
                    }
                }
                System.out.println(drawn.getWidth() + "x" + drawn.getHeight() + " " + Long.toHexString(crc.getValue()));
            }
        }
    }
}
