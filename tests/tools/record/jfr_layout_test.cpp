// The types of a flight recording: what is written has the order, the number and the types of fields
// that the metadata promises, and the metadata holds all types. That they are the JDK's is tested by
// jfr_writer/run.
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jfr_reader.h"
#include "tools/record/jfr/layout.h"
#include "tools/record/jfr/metadata.h"
#include "tools/record/jfr/values.h"

using namespace minijvm::vm::record::jfr;
using minijvm::vm::record::jfr::testing::Reader;

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

// Fails if a value of the type takes more or fewer bytes than the metadata promises.
template <class T>
void check_layout(const T& value) {
  Encoder out;
  encode(out, value);
  Reader in(out.bytes());
  INFO(layout_of(T::kType).name);
  in.skip(layout_of(T::kType));
  CHECK(in.at_end());
}

}  // namespace

TEST_CASE("jfr layout: each type has its number and a name of its own", "[record][jfr]") {
  std::set<std::string_view> names;
  std::uint32_t number = static_cast<std::uint32_t>(TypeId::kCheckpoint);
  for (const TypeLayout& layout : all_types()) {
    INFO(layout.name);
    CHECK(static_cast<std::uint32_t>(layout.id) == ++number);
    CHECK(&layout_of(layout.id) == &layout);
    CHECK(names.insert(layout.name).second);
  }
}

TEST_CASE("jfr layout: each event begins with its time and has a category", "[record][jfr]") {
  int events = 0;
  for (const TypeLayout& layout : all_types()) {
    INFO(layout.name);
    const bool is_event = layout.kind == TypeKind::kEvent;
    events += is_event ? 1 : 0;
    CHECK(layout.head.empty() == !is_event);
    CHECK(layout.category.empty() == !is_event);
    CHECK((!is_event || layout.head[0].name == "startTime"));
  }
  CHECK(events == 46);
}

TEST_CASE("jfr layout: what is written has the fields that the metadata promises",
          "[record][jfr]") {
#define MJ_JFR_PRIMITIVE(...)
#define MJ_JFR_ANNOTATION(...)
#define MJ_JFR_TYPE(type, ...) check_layout(type{});
#define MJ_JFR_HEAD(...)
#define MJ_JFR_EVENT(type, ...) check_layout(type{});
#define MJ_JFR_FIELD(...)
#define MJ_JFR_END()
#include "tools/record/jfr/rows.def"
}

TEST_CASE("jfr layout: the same with long numbers, texts and arrays", "[record][jfr]") {
  const std::array<StackFrame, 2> frames{{{{kMost}, -1, 0x7fffffff, {1}}, {}}};
  check_layout(StackTrace{true, frames});
  check_layout(JavaMonitorWait{{kMost, kMost, {kMost}, {kMost}}, {kMost}, {1}, -1, true, kMost});
  check_layout(JVMInformation{{1}, "a", "", {}, "b\n", "c", -1, 1});
  check_layout(CPULoad{{1}, 1.0F, -0.0F, 0.5F});
}

namespace {
// A class of the metadata, as text: name and fields.
struct Element {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<Element> children;

  std::string attribute(std::string_view wanted) const {
    for (const auto& [key, value] : attributes) {
      if (key == wanted) {
        return value;
      }
    }
    return "";
  }
  std::vector<std::string> names_of(std::string_view kind) const {
    std::vector<std::string> names;
    for (const Element& child : children) {
      if (child.name == kind) {
        names.push_back(child.attribute("name"));
      }
    }
    return names;
  }
};

Element read_element(Reader& in, const std::vector<std::string>& texts) {
  Element element;
  element.name = texts.at(in.leb128());
  for (std::uint64_t count = in.leb128(); count > 0; count--) {
    const std::string name = texts.at(in.leb128());
    element.attributes.emplace_back(name, texts.at(in.leb128()));
  }
  for (std::uint64_t count = in.leb128(); count > 0; count--) {
    element.children.push_back(read_element(in, texts));
  }
  return element;
}

Element read_metadata(std::string_view record) {
  Reader in(record);
  REQUIRE(in.leb128() == 0);
  in.leb128();  // start
  REQUIRE(in.leb128() == 0);
  in.leb128();  // number
  std::vector<std::string> texts(in.leb128());
  for (std::string& text : texts) {
    text = in.text().value();
  }
  Element root = read_element(in, texts);
  REQUIRE(in.at_end());
  return root;
}
}  // namespace

TEST_CASE("jfr metadata: all types and their fields, in order", "[record][jfr]") {
  Encoder out;
  encode_metadata(out, 7);
  const Element root = read_metadata(Reader(out.bytes()).record());
  REQUIRE(root.name == "root");
  REQUIRE(root.children.size() == 2);
  const Element& metadata = root.children[0];
  REQUIRE(metadata.children.size() == all_types().size());
  for (std::size_t i = 0; i < all_types().size(); i++) {
    const Element& type = metadata.children[i];
    const TypeLayout& layout = all_types()[i];
    CHECK(type.attribute("name") == layout.name);
    CHECK(type.attribute("id") == std::to_string(static_cast<unsigned>(layout.id)));
    std::vector<std::string> fields;
    for (const auto& part : {layout.head, layout.fields}) {
      for (const FieldLayout& field : part) {
        fields.emplace_back(field.name);
      }
    }
    if (layout.value != AnnotationValue::kNoValue) {
      fields.emplace_back("value");
    }
    CHECK(type.names_of("field") == fields);
  }
}

TEST_CASE("jfr metadata: the parts of a category are values of their own", "[record][jfr]") {
  Encoder out;
  encode_metadata(out, 7);
  const Element root = read_metadata(Reader(out.bytes()).record());
  const std::string number = std::to_string(static_cast<unsigned>(TypeId::kCategory));
  for (const Element& type : root.children[0].children) {
    for (const Element& child : type.children) {
      if (type.attribute("name") == "jdk.GCPhasePause" && child.attribute("class") == number) {
        CHECK(child.attribute("value-0") == "Java Virtual Machine");
        CHECK(child.attribute("value-1") == "GC");
        CHECK(child.attribute("value-2") == "Phases");
        CHECK(child.attributes.size() == 4);
        return;
      }
    }
  }
  FAIL("no category");
}
