#include "runtime/object_layout.h"

#include <algorithm>

#include "base/bits.h"

namespace minijvm::runtime {
namespace {

// Hands out offsets from `top` on; what alignment skips becomes a gap for smaller fields.
class Placer {
 public:
  explicit Placer(std::uint32_t start) : top_(start), gap_(start), gap_end_(start) {}

  std::uint32_t place(std::uint32_t size) {
    std::uint32_t in_gap = aligned(gap_, size);
    if (in_gap + size <= gap_end_) {
      gap_ = in_gap + size;
      return in_gap;
    }
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
  static std::uint32_t aligned(std::uint32_t at, std::uint32_t size) { return static_cast<std::uint32_t>(align_up(at, size)); }
  std::uint32_t top_;
  std::uint32_t gap_;
  std::uint32_t gap_end_;
};

// References first, so that they are neighbours; then by falling size.
int rank_of(BasicType type) { return is_reference(type) ? 4 : log2_size(type); }

struct Chosen {
  bool statics;
  std::uint32_t group;
};

// Returns the end; collects the offsets of references.
std::uint32_t place_fields(std::span<FieldPlan> fields, Chosen chosen, std::uint32_t start, std::vector<std::uint32_t>& refs) {
  Placer placer(start);
  for (int rank = 4; rank >= 0; --rank) {
    for (FieldPlan& field : fields) {
      if (field.is_static != chosen.statics || field.group != chosen.group || rank_of(field.type) != rank) {
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

#define MJ_CLASS(member, class_name) constexpr std::string_view k_##member = class_name;
#define MJ_FIELD(member, klass, name, descriptor)
#define MJ_STATIC(member, klass, name, descriptor)
#define MJ_INJECTED(member, klass, name, descriptor)
#define MJ_METHOD(member, klass, name, descriptor)
#include "runtime/well_known.def"
#undef MJ_CLASS
#undef MJ_INJECTED

InjectedField injected[] = {
#define MJ_CLASS(member, class_name)
#define MJ_INJECTED(member, klass, name, descriptor) {k_##klass, name, type_of_descriptor(*descriptor), 0},
#include "runtime/well_known.def"
#undef MJ_CLASS
#undef MJ_FIELD
#undef MJ_STATIC
#undef MJ_INJECTED
#undef MJ_METHOD
};

}  // namespace

ObjectLayout lay_out_instance(std::span<FieldPlan> fields, std::uint32_t super_end, const Contention& contention) {
  ObjectLayout layout{};
  std::uint32_t end = super_end + (contention.whole_class ? contention.padding : 0);
  end = place_fields(fields, {false, 0}, end, layout.ref_offsets);
  for (std::uint32_t group = 1; group <= contention.groups; ++group) {
    end = place_fields(fields, {false, group}, end + contention.padding, layout.ref_offsets);
  }
  std::sort(layout.ref_offsets.begin(), layout.ref_offsets.end());
  layout.fields_end = end + (contention.whole_class || contention.groups != 0 ? contention.padding : 0);
  layout.instance_bytes = static_cast<std::uint32_t>(align_up(layout.fields_end, 8));
  return layout;
}

void lay_out_statics(std::span<FieldPlan> fields, std::uint32_t statics_start, ObjectLayout& layout) {
  std::uint32_t end = place_fields(fields, {true, 0}, statics_start, layout.static_ref_offsets);
  std::sort(layout.static_ref_offsets.begin(), layout.static_ref_offsets.end());
  layout.statics_end = static_cast<std::uint32_t>(align_up(end, 8));
}

std::span<InjectedField> injected_fields() { return injected; }

}  // namespace minijvm::runtime
