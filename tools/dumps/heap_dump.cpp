// Writes a heap dump. Callers are the management tools, jcmd and -XX:+HeapDumpOnOutOfMemoryError,
// in kInVm. The dump is one safepoint operation, so that the heap does not change while it is
// written.
//
// The file grows in order, but the format puts a segment's length before its contents. So items are
// gathered in memory, about 1 MiB at a time; only the elements of long arrays go to the file
// directly.
#include "tools/dumps/heap_dump.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/bits.h"
#include "gc/heap/heap.h"
#include "gc/heap/object_scan.h"
#include "gc/heap/root_tasks.h"
#include "gc/policy/collection.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "sync/threads/clock.h"

namespace minijvm::gc {
namespace {

using runtime::BasicType;
using runtime::Class;
using runtime::Field;
using runtime::Object;

// These are the tags of the format's records.
enum class Record : std::uint8_t {
  kText = 0x01,
  kLoadClass = 0x02,
  kStackTrace = 0x05,
  kSegment = 0x1c,
  kEnd = 0x2c
};
// These are the tags of the items within a segment: roots, classes and objects.
enum class Item : std::uint8_t {
  kJavaFrame = 0x03,
  kStickyClass = 0x05,
  kThread = 0x08,
  kClass = 0x20,
  kInstance = 0x21,
  kObjectArray = 0x22,
  kPrimitiveArray = 0x23,
  kUnknownRoot = 0xff
};

// This is the number of the only stack trace, which has no frames.
constexpr std::uint32_t kTrace = 1;
// A segment ends with the first item that reaches beyond this size. A longer array gets a segment
// of its own.
constexpr std::size_t kSegmentBytes = 1 * kMiB;
// At most this many bytes come before the elements.
constexpr std::size_t kArrayHeadBytes = 25;
// A segment's length has 32 bits, so longer arrays are cut.
constexpr std::size_t kMostArrayBytes = 4 * kGiB - 64;

// Collects bytes for the file, or for another Output. It keeps the first error, and drops
// everything after it.
class Output {
 public:
  // This one belongs to no file: it is only a buffer.
  Output() = default;
  // Takes the file's descriptor. In zlib's mode "wT" the bytes go to the file as they are.
  Output(int file, int gzip_level)
      : file_(::gzdopen(file,
                        gzip_level == kNoGzip
                            ? "wT"
                            : std::array{'w', static_cast<char>('0' + gzip_level), '\0'}.data())) {
    if (file_ == nullptr) {
      ::close(file);
    }
  }

  // Writes a big-endian number of the type's size.
  template <class T>
  void put(T value) {
    for (std::size_t i = sizeof(T); i != 0; --i) {
      bytes_.push_back(
          static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * (i - 1))));
    }
  }
  // Writes an identifier, which is an address of 8 bytes.
  void put_id(const void* thing) { put(reinterpret_cast<std::uint64_t>(thing)); }
  void put_text(std::string_view text) { bytes_.insert(bytes_.end(), text.begin(), text.end()); }

  std::size_t size() const { return bytes_.size(); }
  // Moves all bytes to the other Output, which must be empty.
  void move_to(Output& other) { other.bytes_.swap(bytes_); }
  // Writes all bytes to the file.
  void flush() {
    // zlib gives no reason except errno; without one, the reason is "out of memory".
    errno = ENOMEM;
    if (error_ == 0 && !bytes_.empty() &&
        (file_ == nullptr || ::gzfwrite(bytes_.data(), bytes_.size(), 1, file_) != 1)) {
      error_ = errno;
    }
    bytes_.clear();
  }
  // ENSURES: the file is closed.
  void close() {
    if (file_ != nullptr && ::gzclose(file_) != Z_OK && error_ == 0) {
      error_ = errno;
    }
    file_ = nullptr;
  }

  int error() const { return error_; }

 private:
  gzFile file_ = nullptr;
  int error_ = 0;
  std::vector<std::uint8_t> bytes_;
};

// The format numbers the primitive types as the instruction newarray does (JVMS 6.5, newarray), and
// has one number for all references.
std::uint8_t type_number(BasicType type) {
  constexpr std::uint8_t kReference = 2;
  return runtime::is_reference(type) ? kReference : static_cast<std::uint8_t>(type);
}

// This is the safepoint operation. It visits classes, roots and objects by the visitors of gc and
// runtime, which call the three visit() functions.
class Dump final : public sync::SafepointOperation,
                   public runtime::ClassVisitor,
                   public RootVisitor,
                   public ObjectVisitor {
 public:
  Dump(int file, int gzip_level) : file_(file, gzip_level) {}

  const char* name() const override { return "HeapDumper"; }
  void run() override {
    // Collect the classes first: both the names and the class items need them.
    write_header();
    runtime::for_each_class(*this);
    write_names();
    write_trace();
    write_roots();
    for (const Class* klass : classes_) {
      write_class(*klass);
    }
    for_each_object(*this);
    end_segment();
    begin_record(Record::kEnd, 0);
    file_.flush();
    file_.close();
  }

  int error() const { return file_.error(); }

  // Primitive classes have no item: their mirrors are written as ordinary instances. A class
  // without a mirror is still being made.
  void visit(Class& klass) override {
    if (klass.mirror != nullptr && klass.kind != runtime::ClassKind::kPrimitive) {
      classes_.push_back(&klass);
    }
  }
  // Writes a root. root_kind_ is its kind; a root in a frame also needs the thread's number and the
  // frame's index, and there are no frames in this dump.
  void visit(Object** slot) override {
    if (*slot != nullptr) {
      begin_item(root_kind_);
      items_.put_id(*slot);
      if (root_kind_ == Item::kJavaFrame) {
        items_.put(thread_serial_);
        // There is no frame.
        items_.put(std::uint32_t{0xffff'ffff});
      }
    }
  }
  void visit(Object* object) override { write_object(object); }

 private:
  // Writes the format's name with its terminating 0, the size of an identifier, and the time in ms.
  void write_header() {
    file_.put_text(std::string_view("JAVA PROFILE 1.0.2", sizeof "JAVA PROFILE 1.0.2"));
    file_.put(static_cast<std::uint32_t>(sizeof(void*)));
    file_.put(static_cast<std::uint64_t>(sync::machine_wall_ns() / sync::kNanosPerMilli));
  }

  // Every record begins with its tag, a time, and the length of what follows.
  void begin_record(Record kind, std::size_t bytes) {
    if (file_.size() > kSegmentBytes) {
      file_.flush();
    }
    file_.put(static_cast<std::uint8_t>(kind));
    // This is the time in microseconds since the header's time.
    file_.put(std::uint32_t{0});
    file_.put(static_cast<std::uint32_t>(bytes));
  }

  // Items gather in items_, since a segment begins with its length.
  void begin_item(Item kind) {
    if (items_.size() > kSegmentBytes) {
      end_segment();
    }
    items_.put(static_cast<std::uint8_t>(kind));
  }
  void end_segment() {
    if (items_.size() == 0) {
      return;
    }
    // The segment's head goes out first, then its items.
    begin_record(Record::kSegment, items_.size());
    file_.flush();
    items_.move_to(file_);
    file_.flush();
  }

  // A name is written once, before anything that refers to it.
  void write_name(const runtime::Symbol* name) {
    if (names_.insert(name).second) {
      begin_record(Record::kText, sizeof(void*) + name->text().size());
      file_.put_id(name);
      file_.put_text(name->text());
    }
  }
  void write_names() {
    std::uint32_t serial = 0;
    // Stack traces refer to classes by serial numbers; in this dump nothing does.
    for (const Class* klass : classes_) {
      write_name(klass->name);
      for (const Field& field : klass->fields) {
        write_name(field.name);
      }
      begin_record(Record::kLoadClass, 24);
      file_.put(++serial);
      file_.put_id(klass->mirror);
      file_.put(kTrace);
      file_.put_id(klass->name);
    }
  }
  void write_trace() {
    begin_record(Record::kStackTrace, 12);
    file_.put(kTrace);
    file_.put(std::uint32_t{0});  // thread
    file_.put(std::uint32_t{0});  // frames
  }

  // Writes threads and their frames; then the roots of the providers, whose kind the format need
  // not know; then the classes of the boot loader, which live as long as the VM.
  void write_roots() {
    sync::for_each_exec_env(
        [this](sync::ExecEnv& env) { write_thread(runtime::JavaThread::of(env)); });
    root_kind_ = Item::kUnknownRoot;
    for (std::size_t provider = 0; provider < reference_table_count(); ++provider) {
      visit_table_roots(provider, *this);
    }
    for (const Class* klass : classes_) {
      if (klass->loader == nullptr || klass->loader->class_loader_raw() == nullptr) {
        begin_item(Item::kStickyClass);
        items_.put_id(klass->mirror);
      }
    }
  }
  // Writes the thread's object, and then everything that its frames and handles hold.
  void write_thread(runtime::JavaThread& thread) {
    ++thread_serial_;
    if (thread.thread_object != nullptr) {
      begin_item(Item::kThread);
      items_.put_id(thread.thread_object);
      items_.put(thread_serial_);
      items_.put(kTrace);
    }
    root_kind_ = Item::kJavaFrame;
    visit_thread_roots(thread, *this);
  }

  // Writes a field or an element. Its bits are copied as an integer of the same size.
  void put_value(Output& out, const Object* holder, std::size_t offset, int log2) {
    switch (log2) {
      case 0:
        out.put(holder->load<std::uint8_t>(offset));
        return;
      case 1:
        out.put(holder->load<std::uint16_t>(offset));
        return;
      case 2:
        out.put(holder->load<std::uint32_t>(offset));
        return;
      default:
        out.put(holder->load<std::uint64_t>(offset));
        return;
    }
  }

  // Visits the fields that the class itself declares.
  template <class Visit>
  static void each_field(const Class& klass, bool is_static, Visit visit) {
    for (const Field& field : klass.fields) {
      if (field.is_static() == is_static) {
        visit(field);
      }
    }
  }
  static std::uint16_t count_fields(const Class& klass, bool is_static) {
    std::uint16_t count = 0;
    each_field(klass, is_static, [&count](const Field&) { ++count; });
    return count;
  }
  // Returns the bytes of an instance's fields in the dump, those of all superclasses included.
  // Padding and the object's header do not count.
  static std::uint32_t field_bytes(const Class& klass) {
    std::uint32_t bytes = 0;
    for (const Class* part = &klass; part != nullptr; part = part->super) {
      each_field(*part, false,
                 [&bytes](const Field& field) { bytes += 1U << runtime::log2_size(field.type); });
    }
    return bytes;
  }

  // Writes a class: the layout of its instances, and its static fields with their values.
  void write_class(const Class& klass) {
    begin_item(Item::kClass);
    items_.put_id(klass.mirror);
    items_.put(kTrace);
    items_.put_id(klass.super == nullptr ? nullptr : klass.super->mirror);
    items_.put_id(klass.loader == nullptr ? nullptr : klass.loader->class_loader_raw());
    for (int i = 0; i < 4; ++i) {
      items_.put_id(nullptr);  // signers, protection domain, two reserved
    }
    items_.put(klass.is_array() ? 0 : field_bytes(klass));
    items_.put(std::uint16_t{0});  // constant pool
    items_.put(count_fields(klass, true));
    each_field(klass, true, [&](const Field& field) {
      put_declaration(field);
      put_value(items_, klass.mirror, field.offset, runtime::log2_size(field.type));
    });
    items_.put(count_fields(klass, false));
    // For instances only the names and types are here; the values come with each instance.
    each_field(klass, false, [&](const Field& field) { put_declaration(field); });
  }
  void put_declaration(const Field& field) {
    items_.put_id(field.name);
    items_.put(type_number(field.type));
  }

  void write_object(Object* object) {
    const Class& klass = *object->klass();
    // A mirror is written by write_class under the same identifier, so it is no instance of its
    // own.
    bool is_class = &klass == runtime::wk().java_lang_Class && class_of_mirror(object) != nullptr;
    if (is_class && class_of_mirror(object)->kind != runtime::ClassKind::kPrimitive) {
      return;  // its class stands for it
    }
    if (klass.is_array()) {
      write_array(object, klass);
    } else {
      write_instance(object, klass);
    }
  }
  void write_instance(const Object* object, const Class& klass) {
    begin_item(Item::kInstance);
    items_.put_id(object);
    items_.put(kTrace);
    items_.put_id(klass.mirror);
    items_.put(field_bytes(klass));
    // The class's own fields come first, then those of its superclasses.
    for (const Class* part = &klass; part != nullptr; part = part->super) {
      each_field(*part, false, [&](const Field& field) {
        put_value(items_, object, field.offset, runtime::log2_size(field.type));
      });
    }
  }
  // Returns the number of elements that fit into one segment.
  static std::size_t written_length(const Object* array, const Class& klass) {
    return std::min(static_cast<std::size_t>(array->array_length()),
                    kMostArrayBytes >> klass.log2_element);
  }
  void write_array(const Object* array, const Class& klass) {
    std::size_t element_bytes = written_length(array, klass) << klass.log2_element;
    if (kArrayHeadBytes + element_bytes > kSegmentBytes) {
      write_long_array(array, klass, element_bytes);
      return;
    }
    begin_item(array_item(klass));
    put_array_head(items_, array, klass);
    put_elements(items_, array, klass, 0, written_length(array, klass));
  }
  // The length of a long array is known before its elements are written, so they need not be
  // gathered. That saves memory, which the program may be short of.
  void write_long_array(const Object* array, const Class& klass, std::size_t element_bytes) {
    // End the current segment first: its items come earlier in the file.
    end_segment();
    Output head;
    head.put(static_cast<std::uint8_t>(array_item(klass)));
    put_array_head(head, array, klass);
    begin_record(Record::kSegment, head.size() + element_bytes);
    file_.flush();
    head.move_to(file_);
    std::size_t length = written_length(array, klass);
    std::size_t piece = kSegmentBytes >> klass.log2_element;
    for (std::size_t from = 0; from < length; from += piece) {
      put_elements(file_, array, klass, from, std::min(from + piece, length));
      file_.flush();
    }
  }
  static Item array_item(const Class& klass) {
    return klass.kind == runtime::ClassKind::kObjectArray ? Item::kObjectArray
                                                          : Item::kPrimitiveArray;
  }
  void put_array_head(Output& out, const Object* array, const Class& klass) {
    out.put_id(array);
    out.put(kTrace);
    out.put(static_cast<std::uint32_t>(written_length(array, klass)));
    if (klass.kind == runtime::ClassKind::kObjectArray) {
      out.put_id(klass.mirror);
    } else {
      out.put(type_number(klass.element_type));
    }
  }
  void put_elements(Output& out, const Object* array, const Class& klass, std::size_t from,
                    std::size_t to) {
    // The elements are written one after the other, since each must become big-endian.
    for (std::size_t i = from; i < to; ++i) {
      put_value(out, array,
                Object::element_offset(static_cast<std::int64_t>(i), klass.log2_element),
                klass.log2_element);
    }
  }

  // These are the file, and the items of the current segment.
  Output file_;
  Output items_;
  // The order is that of for_each_class.
  std::vector<const Class*> classes_;
  // These names have been written.
  std::unordered_set<const runtime::Symbol*> names_;
  // The kind of the roots that are passed to visit(slot).
  Item root_kind_ = Item::kUnknownRoot;
  // The threads are numbered from 1 in the order of their visit.
  std::uint32_t thread_serial_ = 0;
};

}  // namespace

HeapDumpResult write_heap_dump(runtime::JavaThread& self, const char* path, bool only_live,
                               int gzip_level) {
  // O_EXCL: an existing file is not overwritten. Only the owner may read the dump, as it holds the
  // program's data.
  int file = ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) {
    return {errno, 0};
  }
  if (only_live) {
    collect_full(self, GcCause::kHeapDump);
  }
  Dump dump(file, gzip_level);
  // The dump closes the file. Its length is read afterwards, because zlib writes at the end.
  sync::run_at_safepoint(self, dump);
  struct stat made {};
  return {dump.error(), ::stat(path, &made) == 0 ? static_cast<std::uint64_t>(made.st_size) : 0};
}

}  // namespace minijvm::gc
