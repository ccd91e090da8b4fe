// Proves that a class file comes back from an archive as parsing has made it, for every class of java.base, and that no byte that was
// changed is believed.
#include "classfile/archive/archive.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <optional>
#include <random>
#include <span>

#include "classfile/archive/archive_writer.h"
#include "tests/classfile/support/parse_helpers.h"
#include "tools/classdump/class_text.h"
#include "tools/classdump/image_index.h"

using namespace minijvm::classfile;
using minijvm::classdump::dump_class;

namespace {

using Buffer = ArchiveWriter::Buffer;

constexpr const char* kKey = "libjvm 1; lib/modules 2";

ClassFile parsed(const std::vector<std::uint8_t>& bytes, const ParseOptions& options = {}) {
  minijvm::Expected<ClassFile, FormatError> file = parse_class_file(bytes, options);
  REQUIRE(file.ok());
  return file.take();
}

// An archive of a few classes; the first method of each has a code of three bytes.
Buffer small_archive(const JImage& image, const std::vector<std::string>& names) {
  ArchiveWriter writer;
  for (const std::string& name : names) {
    const ClassFile file = parsed(jdk_class(image, name));
    std::vector<Buffer> codes(file.methods().size());
    codes[0] = {1, 2, 3};
    writer.add(file, {.module = "java.base", .codes = codes});
  }
  return writer.finish(kKey);
}

const ClassRow* row_of(const Archive& archive, const std::string& name) {
  const StoredText* text = archive.find_text(name, text_hash(name));
  return text == nullptr ? nullptr : archive.find_class(*text);
}

std::optional<ClassFile> restored(const Archive& archive, const std::string& name,
                                  const ParseOptions& options = {}) {
  const ClassRow* row = row_of(archive, name);
  const StoredClass* record = row == nullptr ? nullptr : archive.record(*row);
  return record == nullptr ? std::nullopt : restore_class_file(*record, record->bytes(), options);
}

// Compares the records byte by byte.
template <class T>
bool are_same(std::span<const T> left, std::span<const T> right) {
  const auto bytes = std::as_bytes(left);
  const auto others = std::as_bytes(right);
  return std::equal(bytes.begin(), bytes.end(), others.begin(), others.end());
}

std::string reason(const Buffer& bytes, const char* key = kKey) {
  const auto opened = Archive::open(bytes, key);
  return opened.ok() ? "none" : opened.error();
}

}  // namespace

TEST_CASE("archive: every class of java.base comes back as it was parsed", "[classfile][archive]") {
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  ArchiveWriter writer;
  std::vector<std::string> names;
  for (std::string& name :
       minijvm::classdump::ImageIndex(MINIJVM_JDK_HOME).classes_of("java.base")) {
    if (name.ends_with("module-info"))
      continue;
    writer.add(parsed(jdk_class(*image, name)), {.module = "java.base"});
    names.push_back(std::move(name));
  }
  REQUIRE(names.size() > 5000);
  const Buffer bytes = writer.finish(kKey);
  const auto archive = Archive::open(bytes, kKey);
  REQUIRE(archive.ok());
  CHECK(archive.value().class_count() == names.size());
  for (const std::string& name : names) {
    INFO(name);
    const ClassFile file = parsed(jdk_class(*image, name));
    const std::optional<ClassFile> stored = restored(archive.value(), name);
    REQUIRE(stored.has_value());
    REQUIRE(dump_class(*stored) == dump_class(file));
    REQUIRE(are_same(stored->fields(), file.fields()));
    REQUIRE(are_same(stored->methods(), file.methods()));
    REQUIRE(stored->constant_pool().raw().size() == file.constant_pool().raw().size());
    const StoredClass& record = *stored->stored();
    for (const MethodInfo& method : file.methods()) {
      REQUIRE(record.text(method.name_index)->view() == file.name_of(method));
      REQUIRE(record.text(method.descriptor_index)->view() == file.descriptor_of(method));
    }
  }
}

TEST_CASE("archive: what was not stored is not found", "[classfile][archive]") {
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  const Buffer bytes = small_archive(*image, {"java/lang/Object", "java/util/HashMap"});
  const auto opened = Archive::open(bytes, kKey);
  REQUIRE(opened.ok());
  const Archive& archive = opened.value();
  CHECK(row_of(archive, "java/lang/String") == nullptr);  // a text, but no class
  CHECK(row_of(archive, "no/such/Name") == nullptr);
  const ClassRow* row = row_of(archive, "java/util/HashMap");
  REQUIRE(row != nullptr);
  CHECK(archive.next(*row) == nullptr);
  CHECK(archive.module(*row)->view() == "java.base");
  const StoredClass* record = archive.record(*row);
  CHECK(record->code(0).size() == 3);
  CHECK(record->code(0)[2] == 3);
  CHECK(record->code(1).empty());
  CHECK(archive.contains(record));
  CHECK_FALSE(archive.contains(&bytes));
}

TEST_CASE("archive: a class of another name, or one that was checked less, is parsed again",
          "[classfile][archive]") {
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  ArchiveWriter writer;
  writer.add(parsed(jdk_class(*image, "java/lang/Object"), {.check_format = false}),
             {.module = "java.base"});
  const Buffer bytes = writer.finish(kKey);
  const auto archive = Archive::open(bytes, kKey);
  REQUIRE(archive.ok());
  CHECK_FALSE(restored(archive.value(), "java/lang/Object").has_value());
  CHECK(restored(archive.value(), "java/lang/Object", {.check_format = false}).has_value());
  CHECK_FALSE(restored(archive.value(), "java/lang/Object",
                       {.expected_name = "java/lang/Other", .check_format = false})
                  .has_value());
}

TEST_CASE(
    "archive: a class of the image has its bytes there, and in the archive what loading reads",
    "[classfile][archive]") {
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  const std::string name = "java/util/HashMap";
  const ClassFile file = parsed(jdk_class(*image, name));
  const std::size_t place = image->place_of("java.base", name + ".class");
  std::vector<Buffer> codes(file.methods().size());
  std::vector<std::uint8_t> marks(file.methods().size());
  for (std::size_t i = 0; i < file.methods().size(); ++i) {
    marks[i] = static_cast<std::uint8_t>(i);
    if (file.methods()[i].has_code() && i % 2 == 0)
      codes[i] = {1};
  }
  ArchiveWriter writer;
  writer.add(file, {.module = "java.base",
                    .image_place = static_cast<std::uint32_t>(place),
                    .method_marks = marks,
                    .may_have_contended_fields = false,
                    .codes = codes});
  const Buffer bytes = writer.finish(kKey);
  const auto archive = Archive::open(bytes, kKey);
  REQUIRE(archive.ok());
  const ClassRow* row = row_of(archive.value(), name);
  CHECK(row->image_place == place);
  const StoredClass* record = archive.value().record(*row);
  CHECK(record->bytes().empty());
  CHECK_FALSE(record->may_have_contended_fields());
  const Bytes in_image = image->bytes().subspan(row->image_place, row->class_bytes);
  const auto stored = restore_class_file(*record, in_image, {});
  REQUIRE(stored.has_value());
  CHECK(dump_class(*stored) == dump_class(file));
  for (std::size_t i = 0; i < file.methods().size(); ++i) {
    CHECK(method_facts(*stored, i).marks == i);
    REQUIRE((record->bytecode(i) != nullptr) == !codes[i].empty());
    if (codes[i].empty())
      continue;
    // JVMS 4.7.3: max_stack, max_locals and code_length stand before the bytecode.
    const Bytes original = file.bytes().subspan(file.methods()[i].code_offset + 8);
    const std::size_t length = method_facts(file, i).code_length;
    const std::size_t whole = length + 2 + 8 * load_u2(original.data() + length);
    CHECK(std::equal(original.data(), original.data() + whole, record->bytecode(i)));
  }
}

TEST_CASE("archive: its objects are what was stored, or none", "[classfile][archive]") {
  ArchiveWriter writer;
  const std::uint32_t text = writer.text("a/B");
  writer.set_objects({text, 2, 0xffff'ffff});
  Buffer bytes = writer.finish(kKey);
  Archive archive = Archive::open(bytes, kKey).take();
  REQUIRE(archive.objects().size() == 3);
  REQUIRE(archive.text(archive.objects()[0]).view() == "a/B");
  REQUIRE(archive.objects()[2] == 0xffff'ffff);
  REQUIRE(archive.is_whole());
  bytes.back() ^= 1;
  archive = Archive::open(bytes, kKey).take();
  REQUIRE(archive.objects().empty());
  REQUIRE_FALSE(archive.is_whole());
  bytes = ArchiveWriter().finish(kKey);
  archive = Archive::open(bytes, kKey).take();
  REQUIRE((archive.objects().empty() && archive.is_whole()));
}

TEST_CASE("archive: classes of one name form a chain", "[classfile][archive]") {
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  const ClassFile file = parsed(jdk_class(*image, "java/lang/Object"));
  ArchiveWriter writer;
  writer.add(file, {.module = "java.base"});
  writer.add(file, {});
  const Buffer bytes = writer.finish(kKey);
  const auto opened = Archive::open(bytes, kKey);
  REQUIRE(opened.ok());
  const ClassRow* first = row_of(opened.value(), "java/lang/Object");
  REQUIRE(first != nullptr);
  const ClassRow* second = opened.value().next(*first);
  REQUIRE(second != nullptr);
  CHECK(opened.value().module(*second) == nullptr);
  CHECK(opened.value().next(*second) == nullptr);
}

TEST_CASE("archive: a proof holds only while each question gets the answer that it got",
          "[classfile][archive]") {
  // Answers yes, except to the question whether a class is an interface.
  class Oracle final : public TypeOracle {
   public:
    explicit Oracle(Answer interface) : interface_(interface) {}
    Answer is_interface(std::string_view) override { return interface_; }
    Answer is_subclass(std::string_view name, std::string_view ancestor) override {
      return name == "a/Sub" && ancestor == "a/Super" ? Answer::kYes : Answer::kNo;
    }
    Answer is_superclass_of_current(std::string_view) override { return Answer::kNo; }
    Answer is_protected_in_other_package(MemberKind, std::string_view, std::string_view,
                                         std::string_view) override {
      return Answer::kNo;
    }

   private:
    Answer interface_;
  };
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  ArchiveWriter writer;
  writer.add(parsed(jdk_class(*image, "java/lang/Object")),
             {.questions = std::vector<VerifierQuestion>{
                  {VerifierQuestion::Kind::kSubclass, true, {"a/Sub", "a/Super"}},
                  {VerifierQuestion::Kind::kInterface, false, {"a/Super"}}}});
  const Buffer bytes = writer.finish(kKey);
  const auto archive = Archive::open(bytes, kKey);
  REQUIRE(archive.ok());
  const StoredClass* record = archive.value().record(*row_of(archive.value(), "java/lang/Object"));
  REQUIRE(record->is_verified());
  for (const auto& [answer, holds] : {std::pair(TypeOracle::Answer::kNo, true),
                                      {TypeOracle::Answer::kYes, false},
                                      {TypeOracle::Answer::kLoadingError, false}}) {
    Oracle oracle(answer);
    CHECK(record->gets_same_answers(oracle) == holds);
  }
}

TEST_CASE("archive: other files, older formats, other keys and cut files are refused",
          "[classfile][archive]") {
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  const Buffer good = small_archive(*image, {"java/lang/Object", "java/lang/Thread$State"});
  CHECK(reason(good) == "none");
  CHECK(reason(good, "libjvm 1; lib/modules 3") ==
        "it was made for another JDK, VM or other options");
  CHECK(reason(good, "libjvm 1") == "it was made for another JDK, VM or other options");
  CHECK(reason({}) == "it is no archive of minijvm");
  Buffer older = good;
  older[8] ^= 1;
  CHECK(reason(older) == "it has the format of another version");
  for (std::size_t size = 0; size < good.size(); size += 97) {
    const Buffer cut(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
    REQUIRE(reason(cut) != "none");
  }
  for (std::size_t at = 0; at < sizeof(ArchiveHeader); ++at) {
    Buffer changed = good;
    changed[at] ^= 0x10;
    INFO(at);
    REQUIRE(reason(changed) != "none");
  }
}

TEST_CASE("archive: a changed byte is noticed, or is not part of what is used",
          "[classfile][archive]") {
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  const std::vector<std::string> names = {"java/lang/Object", "java/util/HashMap",
                                          "java/lang/Runtime$Version"};
  const Buffer good = small_archive(*image, names);
  std::vector<std::string> texts;
  for (const std::string& name : names)
    texts.push_back(dump_class(parsed(jdk_class(*image, name))));
  const char* chosen = std::getenv("MINIJVM_TEST_SEED");
  const unsigned seed =
      chosen != nullptr ? static_cast<unsigned>(std::strtoul(chosen, nullptr, 10)) : 17;
  INFO("MINIJVM_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    Buffer changed = good;
    const std::size_t at = random() % changed.size();
    changed[at] = static_cast<std::uint8_t>(changed[at] ^ (1U << (random() % 8)));
    const auto opened = Archive::open(changed, kKey);
    if (!opened.ok()) {
      ++refused;
      continue;
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::optional<ClassFile> file = restored(opened.value(), names[i]);
      if (!file.has_value()) {
        ++refused;
        continue;
      }
      REQUIRE(dump_class(*file) == texts[i]);
      const Bytes code = file->stored()->code(0);
      REQUIRE((code.empty() || (code.size() == 3 && code[0] == 1 && code[1] == 2 && code[2] == 3)));
    }
  }
  CHECK(refused >
        2500);  // only the codes and the gaps between parts are no part of what is checked
}
