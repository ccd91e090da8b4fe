// Computes field offsets. The class builder (link/class_builder.cpp) calls this while it turns a
// class file into a Class; nothing here touches an object or the heap.
#include "runtime/object/object_layout.h"

#include <algorithm>

#include "base/bits.h"
#include "runtime/jdk_release.h"
#include "runtime/runtime_state.h"

namespace minijvm::runtime {
namespace {

// Hands out offsets from `start` upwards. Bytes that alignment skips become a gap, into which
// later, smaller fields go. One gap is enough: fields come in order of falling size, so only the
// first field that does not fit at `start` leaves one. Bytes that alignment skips inside the gap
// are lost.
class Placer {
 public:
  explicit Placer(std::uint32_t start) : top_(start), gap_(start), gap_end_(start) {}

  std::uint32_t place(std::uint32_t size) {
    // The first choice is the gap, if the aligned field fits.
    std::uint32_t in_gap = aligned(gap_, size);
    if (in_gap + size <= gap_end_) {
      gap_ = in_gap + size;
      return in_gap;
    }
    // Otherwise the field goes to the top. Bytes that alignment skips there become the new gap.
    std::uint32_t at = aligned(top_, size);
    if (at != top_) {
      gap_ = top_;
      gap_end_ = at;
    }
    top_ = at + size;
    return at;
  }
  std::uint32_t end() const { return top_; }

 private:
  static std::uint32_t aligned(std::uint32_t at, std::uint32_t size) {
    return static_cast<std::uint32_t>(align_up(at, size));
  }
  // The first free byte behind all fields that were placed.
  std::uint32_t top_;
  // The free bytes are gap_ to gap_end_ - 1.
  std::uint32_t gap_;
  std::uint32_t gap_end_;
};

// Gives the order of placement. References come first, so that they are neighbours and the
// collector reads few cache lines; the others follow by falling size.
int rank_of(BasicType type) { return is_reference(type) ? 4 : log2_size(type); }

// The fields that one pass places: static ones or not, and those of one @Contended group.
struct Chosen {
  bool statics;
  std::uint32_t group;
};

// Places the chosen fields from `start` on, appends the offsets of references to `refs`, and
// returns the first byte behind the last field.
std::uint32_t place_fields(std::span<FieldPlan> fields, Chosen chosen, std::uint32_t start,
                           std::vector<std::uint32_t>& refs) {
  Placer placer(start);
  for (int rank = 4; rank >= 0; --rank) {
    for (FieldPlan& field : fields) {
      if (field.is_static != chosen.statics || field.group != chosen.group ||
          rank_of(field.type) != rank) {
        continue;
      }
      field.offset = placer.place(1U << log2_size(field.type));
      if (is_reference(field.type)) {
        refs.push_back(field.offset);
      }
    }
  }
  return placer.end();
}

// The table is read twice: once for the class names, as constants k_<member>, and once for the rows
// of injected fields, which refer to these constants.
#define MJ_CLASS(member, class_name, ...) constexpr std::string_view k_##member = class_name;
#include "runtime/object/well_known.def"
#define MJ_TYPE(type, base, klass) constexpr std::string_view kNameOf##type = k_##klass;
#include "runtime/object/well_known.def"

struct InjectedRow {
  InjectedField field;
  JdkRange range;
};

// Keeps the rows of the JDK that runs.
std::vector<InjectedField>* make_injected_fields() {
  const InjectedRow rows[] = {
#define MJ_INJECTED(type, field, value, ...) \
  {{kNameOf##type, #field, BasicType::kLong, 0}, {__VA_ARGS__}},
#define MJ_INJECTED_REF(type, field, target, ...) \
  {{kNameOf##type, #field, BasicType::kObject, 0}, {__VA_ARGS__}},
#include "runtime/object/well_known.def"
  };
  auto* fields = new std::vector<InjectedField>;
  for (const InjectedRow& row : rows) {
    if (row.range.holds(jdk().feature)) {
      fields->push_back(row.field);
    }
  }
  return fields;
}

}  // namespace

ObjectLayout lay_out_instance(std::span<FieldPlan> fields, std::uint32_t super_end,
                              const Contention& contention) {
  ObjectLayout layout{};
  // Ordinary fields come first, behind padding if the whole class is annotated.
  std::uint32_t end = super_end + (contention.whole_class ? contention.padding : 0);
  end = place_fields(fields, {false, 0}, end, layout.ref_offsets);
  // Then each @Contended group follows behind padding of its own.
  for (std::uint32_t group = 1; group <= contention.groups; ++group) {
    end = place_fields(fields, {false, group}, end + contention.padding, layout.ref_offsets);
  }
  // Several passes have appended offsets, but the collector expects them in ascending order.
  std::sort(layout.ref_offsets.begin(), layout.ref_offsets.end());
  // Trailing padding keeps a subclass's fields, and the next object in the heap, at a distance.
  layout.fields_end =
      end + (contention.whole_class || contention.groups != 0 ? contention.padding : 0);
  layout.instance_bytes = static_cast<std::uint32_t>(align_up(layout.fields_end, 8));
  return layout;
}

void lay_out_statics(std::span<FieldPlan> fields, std::uint32_t statics_start,
                     ObjectLayout& layout) {
  std::uint32_t end = place_fields(fields, {true, 0}, statics_start, layout.static_ref_offsets);
  std::sort(layout.static_ref_offsets.begin(), layout.static_ref_offsets.end());
  layout.statics_end = static_cast<std::uint32_t>(align_up(end, 8));
}

std::span<InjectedField> injected_fields() {
  return runtime_state.injected_fields.get(make_injected_fields);
}

}  // namespace minijvm::runtime
