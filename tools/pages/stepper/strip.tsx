// The schedule so far: each block is a number of stops that one thread made in a row. A click on a
// block looks back there.
import { Component, h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ink_on } from "../shared/colours";
import { Mark } from "./looks";
import { Model } from "./model";
import { Recording } from "./recording";

export interface Block { thread: number; first: number; count: number }

const made = new WeakMap<Recording, Block[]>();

// Blocks are made once and only grow, as stops do.
export function blocks_of(recording: Recording): Block[] {
  let blocks = made.get(recording);
  if (blocks === undefined) made.set(recording, blocks = []);
  const last = blocks.at(-1);
  let next = last === undefined ? 0 : last.first + last.count;
  for (; next <= recording.last; next++) {
    const { thread } = recording.steps[next]!;
    const block = blocks.at(-1);
    if (block?.thread === thread) block.count++;
    else blocks.push({ thread, first: next, count: 1 });
  }
  return blocks;
}

interface BlockProps {
  block: Block; count: number; mark: Mark; here: boolean; after: boolean; on_look: () => void;
}

class OneBlock extends Component<BlockProps> {
  override shouldComponentUpdate(next: BlockProps): boolean {
    const now = this.props;
    return now.here !== next.here || now.after !== next.after || now.count !== next.count ||
      now.mark !== next.mark;
  }

  override render({ block, count, mark, here, after, on_look }: BlockProps) {
    return (
      <div role="option" id={`block-${block.first}`} aria-selected={here} onClick={on_look}
           class={after ? "block after" : "block"}
           title={`${mark.name}: stops ${block.first + 1} to ${block.first + count}`}
           style={after ? { flexGrow: count, borderStyle: mark.border, borderColor: mark.colour }
             : { flexGrow: count, borderStyle: mark.border, borderColor: "",
                 backgroundColor: mark.colour, color: ink_on(mark.colour) }}>
        <span class="for-readers">{mark.name}, </span>
        <span aria-hidden="true">{mark.letter}</span>
        {count > 1 && `×${count}`}
      </div>
    );
  }
}

export function Strip({ model }: { model: Model }) {
  const strip = useRef<HTMLDivElement>(null);
  const blocks = blocks_of(model.recording);
  const at = blocks.findIndex((one) => model.at >= one.first && model.at < one.first + one.count);
  const here = blocks[at];
  useEffect(() => {
    const block = strip.current?.children[at] as HTMLElement | undefined;
    if (!strip.current || !block) return;
    const { scrollLeft, clientWidth } = strip.current;
    if (block.offsetLeft < scrollLeft || block.offsetLeft + block.offsetWidth >
        scrollLeft + clientWidth) strip.current.scrollLeft = block.offsetLeft - clientWidth / 2;
  }, [at, blocks.length]);
  const on_key = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || event.shiftKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    const next = blocks[Math.max(0, Math.min(blocks.length - 1, at + by))];
    if (next) model.look(next.first);
  };
  if (here === undefined) return null;
  const share = (model.at - here.first + 1) / here.count;
  return (
    <div class="strip" role="listbox" tabIndex={0} aria-label="schedule: threads by turns"
         aria-orientation="horizontal" aria-activedescendant={`block-${here.first}`}
         onKeyDown={on_key} ref={strip} data-share={share.toFixed(2)}>
      {blocks.map((block, i) => (
        <OneBlock key={block.first} block={block} count={block.count} here={i === at}
                  mark={model.marks.of(block.thread)} after={i > at}
                  on_look={() => model.look(block.first)} />
      ))}
    </div>
  );
}
