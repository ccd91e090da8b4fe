// Draws the nodes from a stack and not by recursion, since each loader may be the parent of the
// next one, ten thousand times.
//
//   +-- <bootstrap>
//         |                                 the columns of a node: its parents', then one that goes
//         +-- "platform", jdk.internal...   on to its next sibling, then one that goes on to its
//               |                           first child
//               +-- "app", jdk.internal...
#include "tools/manage/commands/loader_tree.h"

#include <fmt/format.h>

#include <unordered_map>

namespace minijvm::vm {
namespace {

constexpr const char* kGoesOn = "|     ";
constexpr const char* kEnds = "      ";

struct Node {
  const LoaderFacts* facts = nullptr;
  std::vector<Node*> children;
  std::vector<const LoaderFacts*> hidden;  // the data of hidden classes
  std::size_t more = 0;                    // loaders that this one stands for
};

// A node that is to be drawn.
struct Pending {
  const Node* node;
  std::string columns;  // of its parents
  bool is_last;
};

class Tree {
 public:
  Tree(const std::vector<LoaderFacts>& loaders, TreeOptions options)
      : options_(options), nodes_(loaders.size()) {
    std::unordered_map<const void*, Node*> by_object;
    std::unordered_map<const void*, Node*> by_data;
    for (std::size_t i = 0; i < loaders.size(); ++i) {
      nodes_[i].facts = &loaders[i];
      by_data[loaders[i].data] = &nodes_[i];
      if (loaders[i].host == nullptr) {
        by_object[loaders[i].object] = &nodes_[i];
      }
    }
    for (Node& node : nodes_) {
      link(node, by_object, by_data);
    }
    if (options.fold && !options.verbose && !options.show_classes) {
      fold();
    }
  }

  std::string text() const {
    std::string text;
    std::vector<Pending> stack{{&nodes_.front(), "", true}};
    while (!stack.empty()) {
      const Pending at = std::move(stack.back());
      stack.pop_back();
      const std::string below = at.columns + (at.is_last ? kEnds : kGoesOn);
      text += at.columns + "+-- " + label(*at.node) + '\n';
      text += contents(*at.node, below + (at.node->children.empty() ? kEnds : kGoesOn));
      for (std::size_t i = at.node->children.size(); i-- > 0;) {
        stack.push_back({at.node->children[i], below, i + 1 == at.node->children.size()});
      }
    }
    return text;
  }

 private:
  static void link(Node& node, std::unordered_map<const void*, Node*>& by_object,
                   std::unordered_map<const void*, Node*>& by_data) {
    const LoaderFacts& facts = *node.facts;
    if (facts.host != nullptr) {
      by_data[facts.host]->hidden.push_back(&facts);
    } else if (facts.object != nullptr) {
      by_object[facts.parent]->children.push_back(&node);
    }
  }

  // Loaders that are parents stay as they are.
  void fold() {
    for (Node& node : nodes_) {
      std::unordered_map<std::string, Node*> known;
      std::erase_if(node.children, [&](Node* child) {
        if (!child->children.empty()) {
          return false;
        }
        const auto [entry, is_new] = known.emplace(label(*child), child);
        entry->second->more += is_new ? 0 : 1;
        return !is_new;
      });
    }
  }

  static std::string label(const Node& node) {
    const LoaderFacts& facts = *node.facts;
    if (facts.object == nullptr) {
      return "<bootstrap>";
    }
    const std::string text =
        facts.name.empty() ? facts.type : fmt::format("\"{}\", {}", facts.name, facts.type);
    return node.more == 0 ? text : text + fmt::format(" (+ {} more)", node.more);
  }

  std::string contents(const Node& node, const std::string& columns) const {
    std::string text = columns + '\n';
    if (options_.verbose) {
      text += addresses(*node.facts, columns) + columns + '\n';
    }
    if (options_.show_classes && !node.facts->classes.empty()) {
      text += list(node.facts->classes, columns, "Classes", "class", "classes") + columns + '\n';
    }
    const std::vector<std::string> hidden = hidden_names(node);
    if (options_.show_classes && !hidden.empty()) {
      text += list(hidden, columns, "Hidden Classes", "hidden class", "hidden classes") + columns +
              '\n';
    }
    return text;
  }

  static std::string addresses(const LoaderFacts& facts, const std::string& columns) {
    return fmt::format("{0}{1:>17}: {2}\n{0}{3:>17}: {4}\n{0}{5:>17}: {6}\n", columns, "Loader Oop",
                       pointer_text(facts.object), "Loader Data", pointer_text(facts.data),
                       "Loader Klass", pointer_text(facts.klass));
  }

  std::vector<std::string> hidden_names(const Node& node) const {
    std::vector<std::string> names;
    for (const LoaderFacts* hidden : node.hidden) {
      for (const std::string& name : hidden->classes) {
        names.push_back(name + (options_.verbose
                                    ? fmt::format("  (Loader Data: {})", pointer_text(hidden->data))
                                    : ""));
      }
    }
    return names;
  }

  static std::string list(const std::vector<std::string>& names, const std::string& columns,
                          const char* title, const char* one, const char* many) {
    std::string text;
    for (const std::string& name : names) {
      text += columns + (text.empty() ? fmt::format("{:>17}: ", title) : std::string(19, ' ')) +
              name + '\n';
    }
    return text + columns + std::string(19, ' ') + '(' + count_text(names.size(), one, many) +
           ")\n";
  }

  TreeOptions options_;
  std::vector<Node> nodes_;  // the boot loader's is the first
};

}  // namespace

std::string loader_tree_text(const std::vector<LoaderFacts>& loaders, TreeOptions options) {
  return Tree(loaders, options).text();
}

}  // namespace minijvm::vm
