// An index of generated documents: terms, phrases, fuzzy and wildcard queries, numbers, sorting, deletion, merging.

import java.nio.file.Path;
import java.util.Random;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

public class Search {
    static final String[] WORDS = ("river stone running runner garden house window light shadow winter summer walking bridge forest mountain ocean silver golden "
        + "letter number engine paper table chair morning evening singing writer painter").split(" ");

    public static void main(String[] args) throws Exception {
        try (Directory directory = FSDirectory.open(Path.of(args[0]))) {
            IndexWriterConfig config = new IndexWriterConfig(new EnglishAnalyzer()).setMaxBufferedDocs(300);
            try (IndexWriter writer = new IndexWriter(directory, config)) {
                Random random = new Random(7);
                for (int i = 0; i < 2000; i++) {
                    StringBuilder text = new StringBuilder();
                    for (int w = 0; w < 12; w++) {
                        text.append(WORDS[(int) Math.min(WORDS.length - 1, Math.abs(random.nextGaussian()) * 10)]).append(' ');
                    }
                    int year = 1900 + random.nextInt(120);
                    Document document = new Document();
                    document.add(new StringField("id", "d" + i, Field.Store.YES));
                    document.add(new TextField("text", text.toString(), Field.Store.YES));
                    document.add(new IntPoint("year", year));
                    document.add(new NumericDocValuesField("year", year));
                    writer.addDocument(document);
                }
                writer.deleteDocuments(new Term("id", "d17"), new Term("id", "d18"));
                writer.commit();
                writer.forceMerge(1);
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                search(reader);
            }
        }
    }

    static void search(DirectoryReader reader) throws Exception {
        System.out.println(reader.numDocs() + " of " + reader.maxDoc() + " in " + reader.leaves().size());
        IndexSearcher searcher = new IndexSearcher(reader);
        QueryParser parser = new QueryParser("text", new EnglishAnalyzer());
        for (String text : new String[] {"runs", "\"river stone\"", "silver AND golden -ocean", "mountian~", "sing*", "\"garden window\"~4", "w?nter^3 summer", "/pa[ip].*er/", "id:d42"}) {
            Query query = parser.parse(text);
            TopDocs top = searcher.search(query, 3);
            System.out.print(query + ": " + top.totalHits);
            for (ScoreDoc hit : top.scoreDocs) {
                System.out.printf(" %s %.4f", reader.storedFields().document(hit.doc).get("id"), hit.score);
            }
            System.out.println();
        }
        TopDocs old = searcher.search(IntPoint.newRangeQuery("year", 1900, 1905), 4, new Sort(new SortField("year", SortField.Type.INT), SortField.FIELD_DOC));
        for (ScoreDoc hit : old.scoreDocs) {
            System.out.println(reader.storedFields().document(hit.doc).get("text"));
        }
        System.out.println(searcher.explain(new TermQuery(new Term("text", "forest")), searcher.search(parser.parse("forest"), 1).scoreDocs[0].doc));
    }
}
