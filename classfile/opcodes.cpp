// The table of opcodes, which is checked and completed at compile time, and the decoder. All code
// that reads bytecode decodes with decode_instruction(); any thread may call it.
#include "classfile/opcodes.h"

#include <string_view>

#include "classfile/byte_reader.h"

namespace minijvm::classfile {
namespace {

// ---- opcodes.def, read at compile time ----------------------------------------------------------

// The parts of a row of opcodes.def that the checks below need.
struct Row {
  int byte;
  std::string_view mnemonic;
  std::string_view format;
  std::string_view effect;
};

constexpr Row kRows[] = {
#define MJ_OPCODE(byte, mnemonic, format, effect, flags, anchor) {byte, #mnemonic, format, effect},
#include "classfile/opcodes.def"
#undef MJ_OPCODE
};

// Checks that a row's position in the table is its byte, which kOpInfo and kRows rely on.
consteval bool rows_are_complete() {
  int expected = 0;
  for (const Row& row : kRows) {
    if (row.byte != expected)
      return false;
    expected++;
  }
  return expected == static_cast<int>(kOpcodeCount);
}
static_assert(rows_are_complete(),
              "opcodes.def lists each byte from 0x00 to 0xc9 once and in order");

consteval bool is_one_of(char letter, std::string_view letters) {
  return letters.find(letter) != std::string_view::npos;
}

// Checks that each format starts with the opcode and has only letters that decode_operands() knows.
consteval bool formats_are_known() {
  for (const Row& row : kRows) {
    if (row.format.empty() || row.format[0] != 'b')
      return false;
    for (char letter : row.format) {
      if (!is_one_of(letter, "bckiotdn0TLW"))
        return false;
    }
  }
  return true;
}
static_assert(formats_are_known(), "opcodes.def: an operand letter that the decoder does not know");

// Checks that each slot which is left has been taken: the digits behind the > also stand before it.
// There they count down to 1, the top of the stack.
consteval bool copies_are_taken(std::string_view taken, std::string_view left) {
  for (char slot : left) {
    if (is_one_of(slot, "1234") && taken.find(slot) == std::string_view::npos)
      return false;
  }
  for (std::size_t i = 0; i < taken.size(); i++) {
    if (is_one_of(taken[i], "1234") && taken[i] != static_cast<char>('0' + taken.size() - i))
      return false;
  }
  return true;
}

// Checks that each effect has one > and known letters, and copies only slots that were taken.
consteval bool effects_are_well_formed() {
  for (const Row& row : kRows) {
    const std::size_t arrow = row.effect.find('>');
    if (arrow == std::string_view::npos || row.effect.rfind('>') != arrow)
      return false;
    for (char letter : row.effect) {
      if (letter != '>' && !is_one_of(letter, "IJFDAR1234*"))
        return false;
    }
    if (!copies_are_taken(row.effect.substr(0, arrow), row.effect.substr(arrow + 1)))
      return false;
  }
  return true;
}
static_assert(effects_are_well_formed(), "opcodes.def: a stack effect that cannot be read");

// Returns the number of slots that the letters stand for; a * makes the number unknown.
consteval std::uint8_t slots_in(std::string_view letters) {
  unsigned slots = 0;
  for (char letter : letters) {
    if (letter == '*')
      return OpInfo::kComputed;
    slots += letter == 'J' || letter == 'D' ? 2 : 1;
  }
  return static_cast<std::uint8_t>(slots);
}
consteval std::uint8_t pops_of(std::string_view effect) {
  return slots_in(effect.substr(0, effect.find('>')));
}
consteval std::uint8_t pushes_of(std::string_view effect) {
  return slots_in(effect.substr(effect.find('>') + 1));
}

// Each letter is one byte. The length of switches and wide is only known when they are decoded.
consteval std::uint8_t length_of(std::string_view format) {
  if (is_one_of(format.back(), "TLW"))
    return 0;
  return static_cast<std::uint8_t>(format.size());
}

// The mnemonic iload_2 has its local as the last letter; iconst_2 has no local, and iload has it in
// an operand.
consteval std::int8_t local_of(std::string_view mnemonic, unsigned flags, std::string_view format) {
  if ((flags & (kLoad | kStore)) == 0 || format.size() != 1)
    return -1;
  return static_cast<std::int8_t>(mnemonic.back() - '0');
}

// ---- Decoding -----------------------------------------------------------------------------------

// Decodes tableswitch and lookupswitch. Returns false if the code ends too early or the operands
// are wrong.
//
//   |aa| pad |default | low    | high   | offset | offset | ...     tableswitch
//   |ab| pad |default | npairs | key    | offset | key    | ...     lookupswitch
bool decode_switch(std::span<const std::uint8_t> code, Instruction* out) {
  // JVMS 6.5.tableswitch, 6.5.lookupswitch: zero to three bytes of padding follow the opcode, so
  // that the default stands at a multiple of four from the start of the code. All sizes have 64
  // bits, because the numbers of cases come from the file.
  const std::uint64_t aligned = (std::uint64_t{out->bci} + 4) & ~std::uint64_t{3};
  const bool is_table = out->opcode == Opcode::tableswitch;
  // The header is default, low and high, or default and npairs.
  const std::uint64_t header = is_table ? 12 : 8;
  if (aligned + header > code.size())
    return false;
  const std::uint8_t* at = code.data() + aligned;
  // The sum is unsigned, so it wraps around without undefined behaviour. A target outside of the
  // code is found by the code that checks targets.
  out->target = static_cast<std::int32_t>(out->bci + load_u4(at));
  // Then the number of cases is read; the bytes that are left must have room for them.
  std::uint64_t cases;
  if (is_table) {
    const std::int64_t low = load_s4(at + 4);
    const std::int64_t high = load_s4(at + 8);
    // JVMS 6.5.tableswitch: low is at most high.
    if (low > high)
      return false;
    out->low = static_cast<std::int32_t>(low);
    cases = static_cast<std::uint64_t>(high - low) + 1;
  } else {
    const std::int32_t pairs = load_s4(at + 4);
    // JVMS 6.5.lookupswitch: npairs is not negative.
    if (pairs < 0)
      return false;
    cases = static_cast<std::uint64_t>(pairs);
  }
  // A case is an offset (tableswitch), or a key and an offset (lookupswitch).
  const std::uint64_t end = aligned + header + cases * (is_table ? 4 : 8);
  if (end > code.size())
    return false;
  out->cases = static_cast<std::uint32_t>(cases);
  // Cases are not copied: case_key() and case_target() read them in place.
  out->table = at + header;
  out->length = static_cast<std::uint32_t>(end - out->bci);
  return true;
}

bool decode_wide(std::span<const std::uint8_t> code, Instruction* out) {
  // JVMS 6.5.wide: the instruction is the prefix, the opcode, an index of two bytes and, for iinc,
  // a constant of two bytes.
  const std::size_t left = code.size() - out->bci;
  if (left < 4)
    return false;
  const std::uint8_t* at = code.data() + out->bci;
  // Only loads, stores, ret and iinc may be widened.
  if (!is_defined(at[1]) || !kOpInfo[at[1]].has(kWideable))
    return false;
  out->opcode = static_cast<Opcode>(at[1]);
  out->is_wide = true;
  out->index = load_u2(at + 2);
  out->length = 4;
  if (out->opcode != Opcode::iinc)
    return true;
  if (left < 6)
    return false;
  out->constant = static_cast<std::int16_t>(load_u2(at + 4));
  out->length = 6;
  return true;
}

// Reads the operands by the letters of the format. REQUIRES: the bytes are there.
void decode_operands(const std::uint8_t* at, const OpInfo& info, Instruction* out) {
  const std::string_view format = info.format;
  for (std::size_t i = 1; i < format.size(); i++) {
    // Two equal letters are one number of two bytes.
    const bool is_pair = i + 1 < format.size() && format[i + 1] == format[i];
    // An opcode has at most one operand of each kind, so each kind has a field of its own.
    switch (format[i]) {
      case 'c':
        out->constant =
            is_pair ? static_cast<std::int16_t>(load_u2(at + i)) : static_cast<std::int8_t>(at[i]);
        break;
      case 'k':
        out->index = is_pair ? load_u2(at + i) : at[i];
        break;
      case 'i':
        out->index = at[i];
        break;
      case 't':
      case 'd':
      case 'n':
        out->extra = at[i];
        break;
      case 'o': {
        // The offset has two bytes, or four for goto_w and jsr_w. It is relative to the opcode's
        // bci.
        const std::int32_t offset =
            format.size() == 5 ? load_s4(at + 1) : static_cast<std::int16_t>(load_u2(at + 1));
        out->target = static_cast<std::int32_t>(out->bci + static_cast<std::uint32_t>(offset));
        return;
      }
      default:
        break;
    }
    if (is_pair)
      i++;
  }
}

// Decodes what follows the opcode. False: the code ends too early, or the operands are wrong.
bool decode_rest(std::span<const std::uint8_t> code, Instruction* out) {
  if (out->opcode == Opcode::wide)
    return decode_wide(code, out);
  if (out->is_switch())
    return decode_switch(code, out);
  const OpInfo& info = out->info();
  // The operands must lie inside of the code.
  if (info.length > code.size() - out->bci)
    return false;
  out->length = info.length;
  if (info.length > 1) {
    decode_operands(code.data() + out->bci, info, out);
  } else if (info.local >= 0) {
    // iload_2: the index is in the opcode.
    out->index = static_cast<std::uint16_t>(info.local);
  }
  return true;
}

}  // namespace

// A mnemonic that ends with _ takes its name from the anchor, which is spelled as in the JVMS: the
// name is "6.5.goto" from the fifth character on.
const OpInfo kOpInfo[256] = {
#define MJ_OPCODE(byte, mnemonic, format, effect, flags, anchor)       \
  {std::string_view(#mnemonic).back() == '_' ? &anchor[4] : #mnemonic, \
   format,                                                             \
   effect,                                                             \
   anchor,                                                             \
   flags,                                                              \
   length_of(format),                                                  \
   pops_of(effect),                                                    \
   pushes_of(effect),                                                  \
   local_of(#mnemonic, flags, format)},
#include "classfile/opcodes.def"
#undef MJ_OPCODE
};

std::optional<Instruction> decode_instruction(std::span<const std::uint8_t> code,
                                              std::uint32_t bci) {
  if (bci >= code.size() || !is_defined(code[bci]))
    return std::nullopt;
  // Fields that the format does not have stay zero.
  Instruction at;
  at.opcode = static_cast<Opcode>(code[bci]);
  at.bci = bci;
  if (!decode_rest(code, &at))
    return std::nullopt;
  return at;
}

// The keys of a tableswitch are consecutive, so they are not stored.
std::int32_t Instruction::case_key(std::uint32_t at) const {
  MJ_DCHECK(at < cases, "case %u of a switch of %u", at, cases);
  if (opcode == Opcode::tableswitch)
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(low) + at);
  return load_s4(table + std::size_t{at} * 8);
}

std::int32_t Instruction::case_target(std::uint32_t at) const {
  MJ_DCHECK(at < cases, "case %u of a switch of %u", at, cases);
  const std::uint8_t* offset =
      opcode == Opcode::tableswitch ? table + std::size_t{at} * 4 : table + std::size_t{at} * 8 + 4;
  return static_cast<std::int32_t>(bci + load_u4(offset));
}

}  // namespace minijvm::classfile
