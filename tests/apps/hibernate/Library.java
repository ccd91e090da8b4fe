// Entities with associations, stored, queried and changed by two sessions.

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

public class Library {
    enum Genre { NOVEL, SCIENCE }

    @Embeddable
    public static class Address {
        String street;
        String town;
    }

    @Entity(name = "Author")
    public static class Author {
        @Id @GeneratedValue Long id;
        @Column(unique = true) String name;
        Address address = new Address();
        @OneToMany(mappedBy = "author", cascade = CascadeType.ALL, orphanRemoval = true) @OrderBy("title") List<Item> items = new ArrayList<>();
        @ElementCollection Set<String> tags = new TreeSet<>();
        @Version int version;
    }

    @Entity(name = "Item")
    @Inheritance(strategy = InheritanceType.JOINED)
    public abstract static class Item {
        @Id @GeneratedValue Long id;
        String title;
        BigDecimal price;
        @ManyToOne(fetch = FetchType.LAZY) Author author;
    }

    @Entity(name = "Book")
    public static class Book extends Item {
        int pages;
        @Enumerated Genre genre;
        LocalDate printed;
    }

    @Entity(name = "Recording")
    public static class Recording extends Item {
        int minutes;
    }

    static Author author(String name, int items) {
        Author author = new Author();
        author.name = name;
        author.address.town = name + "ville";
        author.tags.addAll(List.of("t" + items, "all"));
        for (int i = 0; i < items; i++) {
            Item item;
            if (i % 3 == 2) {
                Recording recording = new Recording();
                recording.minutes = 10 * i;
                item = recording;
            } else {
                Book book = new Book();
                book.pages = 100 + i;
                book.genre = Genre.values()[i % 2];
                book.printed = LocalDate.of(2000 + i, 1, 1);
                item = book;
            }
            item.title = name + " " + i;
            item.price = BigDecimal.valueOf(1000 + 75L * i, 2);
            item.author = author;
            author.items.add(item);
        }
        return author;
    }

    public static void main(String[] args) {
        Configuration configuration = new Configuration().addAnnotatedClass(Author.class).addAnnotatedClass(Item.class).addAnnotatedClass(Book.class).addAnnotatedClass(Recording.class)
            .setProperty("hibernate.connection.url", "jdbc:h2:mem:library").setProperty("hibernate.connection.username", "sa").setProperty("hibernate.hbm2ddl.auto", "create-drop");
        try (SessionFactory factory = configuration.buildSessionFactory()) {
            factory.inTransaction(session -> {
                session.persist(author("Ann", 5));
                session.persist(author("Bob", 7));
            });
            factory.inSession(Library::query);
            conflict(factory);
            factory.inTransaction(session -> session.createQuery("from Author where name = 'Ann'", Author.class).getSingleResult().items.removeIf(item -> item instanceof Recording));
            factory.inSession(session -> System.out.println(session.createQuery("select count(i) from Item i", Long.class).getSingleResult()));
        }
    }

    static void query(Session session) {
        for (Object[] row : session.createQuery("select a.name, count(i), sum(i.price), max(i.title) from Author a join a.items i group by a.name order by a.name", Object[].class).list()) {
            System.out.println(List.of(row));
        }
        Book book = session.createQuery("from Book b where b.pages > :pages and b.genre = :genre order by b.title", Book.class).setParameter("pages", 101).setParameter("genre", Genre.SCIENCE)
            .setMaxResults(1).getSingleResult();
        System.out.println(book.title + " " + book.printed + " " + book.price + " " + Hibernate.isInitialized(book.author));
        Author author = Hibernate.unproxy(book.author, Author.class);
        System.out.println(author.name + " " + author.address.town + " " + author.tags + " " + Hibernate.isInitialized(book.author) + " " + (book.author != author));
        var builder = session.getCriteriaBuilder();
        var criteria = builder.createQuery(Item.class);
        var root = criteria.from(Item.class);
        criteria.where(builder.and(builder.like(root.get("title"), "Bob%"), builder.gt(root.get("price"), 13))).orderBy(builder.desc(root.get("price")));
        session.createQuery(criteria).list().forEach(item -> System.out.println(item.getClass().getSimpleName() + " " + item.title + " " + item.price));
        System.out.println(session.createNativeQuery("select count(*) from Item where author_id is not null", Long.class).getSingleResult());
    }

    static void conflict(SessionFactory factory) {
        try (Session one = factory.openSession(); Session two = factory.openSession()) {
            one.beginTransaction();
            two.beginTransaction();
            one.createQuery("from Author where name = 'Bob'", Author.class).getSingleResult().name = "Rob";
            two.createQuery("from Author where name = 'Bob'", Author.class).getSingleResult().name = "Bert";
            one.getTransaction().commit();
            two.getTransaction().commit();
            System.out.println("no conflict");
        } catch (OptimisticLockException e) {
            System.out.println(e.getClass().getSimpleName());
        }
    }
}
