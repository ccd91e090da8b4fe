// Words, texts and remarks of Java in other weights, so that one finds one's way in a line. It
// looks at one line at a time and knows no grammar.
import { ComponentChild, h } from "preact";

const PARTS = new RegExp([
  /(?<remark>\/\/.*|\/\*.*?(?:\*\/|$)|^\*.*)/.source,
  /(?<quoted>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/.source,
  "\\b(?<word>abstract|assert|boolean|break|byte|case|catch|char|class|continue|default|do|double|" +
  "else|enum|extends|final|finally|float|for|if|implements|import|instanceof|int|interface|long|" +
  "native|new|null|package|private|protected|public|record|return|short|static|super|switch|" +
  "synchronized|this|throw|throws|true|false|try|var|void|volatile|while)\\b",
].join("|"), "g");

const LONGEST = 400;    // characters; a longer line is shown plain

export function coloured(line: string): ComponentChild {
  if (line.length > LONGEST) return line;
  const parts: ComponentChild[] = [];
  let at = 0;
  for (const found of line.matchAll(PARTS)) {
    if (found.index > at) parts.push(line.slice(at, found.index));
    const { remark, quoted } = found.groups!;
    const kind = remark !== undefined ? "remark" : quoted !== undefined ? "quoted" : "word";
    parts.push(<span class={`java-${kind}`}>{found[0]}</span>);
    at = found.index + found[0].length;
  }
  parts.push(line.slice(at));
  return parts;
}
