// The fuzz targets without libFuzzer, for any compiler: each input of tests/fuzz/inputs, and damaged copies of it.
// The damage is the same in every run. The last line printed before a crash names the input; `fuzz_replay DIR TARGET` runs one target again.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" {
int fuzz_class_parser(const std::uint8_t* data, std::size_t size);
int fuzz_verifier(const std::uint8_t* data, std::size_t size);
int fuzz_stack_map(const std::uint8_t* data, std::size_t size);
int fuzz_descriptor(const std::uint8_t* data, std::size_t size);
int fuzz_jar(const std::uint8_t* data, std::size_t size);
}

namespace {

using Input = std::vector<std::uint8_t>;

struct Target {
  const char* name;
  int (*run)(const std::uint8_t* data, std::size_t size);
};

constexpr Target kTargets[] = {{"class_parser", fuzz_class_parser},
                               {"verifier", fuzz_verifier},
                               {"stack_map", fuzz_stack_map},
                               {"descriptor", fuzz_descriptor},
                               {"jar", fuzz_jar}};
constexpr unsigned kDamagedCopies = 20;

// Two hex digits a byte.
Input bytes_of(const std::string& line) {
  Input bytes;
  for (std::size_t at = 0; at + 1 < line.size(); at += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(line.substr(at, 2), nullptr, 16)));
  return bytes;
}

// One to four bytes changed; now and then the end cut off.
Input damaged(Input bytes, std::mt19937& random) {
  if (bytes.empty())
    return bytes;
  const auto below = [&random](std::size_t limit) { return random() % limit; };
  for (std::size_t edits = 1 + below(4); edits != 0; --edits)
    bytes[below(bytes.size())] = static_cast<std::uint8_t>(random());
  if (below(8) == 0)
    bytes.resize(below(bytes.size()));
  return bytes;
}

void replay(const Target& target, const Input& good) {
  target.run(good.data(), good.size());
  std::mt19937 random(static_cast<std::mt19937::result_type>(good.size()));
  for (unsigned copy = 0; copy != kDamagedCopies; ++copy) {
    const Input bad = damaged(good, random);
    target.run(bad.data(), bad.size());
  }
}

// How many inputs the file holds: one a line, `#` begins a comment.
unsigned replay_file(const Target& target, const std::string& path) {
  std::ifstream in(path);
  unsigned count = 0;
  unsigned number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line[0] == '#')
      continue;
    std::printf("%s:%u\n", path.c_str(), number);
    std::fflush(stdout);
    replay(target, bytes_of(line));
    ++count;
  }
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: fuzz_replay DIR [TARGET]\n", stderr);
    return 2;
  }
  for (const Target& target : kTargets) {
    if (argc > 2 && std::string_view(argv[2]) != target.name)
      continue;
    const std::string path = std::string(argv[1]) + "/" + target.name + ".hex";
    if (replay_file(target, path) != 0)
      continue;
    std::fprintf(stderr, "fuzz_replay: no input in %s\n", path.c_str());
    return 1;
  }
  return 0;
}
