/** Finding words on a page: every place is marked (where the browser can), and one of them is gone to. */

const NAME = "found";
const HERE = "found-here";

function places(root: HTMLElement, words: string): Range[] {
  const found: Range[] = [];
  const wanted = words.toLowerCase();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? "").toLowerCase();
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      found.push(range);
    }
  }
  return found;
}

function mark(name: string, ranges: Range[]): void {
  if (!("highlights" in CSS)) return;
  if (ranges.length) CSS.highlights.set(name, new Highlight(...ranges));
  else CSS.highlights.delete(name);
}

export class Finder {
  count = $state(0);
  /** Which of them is looked at, from 0. */
  at = $state(0);
  #ranges: Range[] = [];

  look(root: HTMLElement, words: string): void {
    this.#ranges = words.trim() ? places(root, words.trim()) : [];
    this.count = this.#ranges.length;
    this.at = 0;
    mark(NAME, this.#ranges);
    this.#show();
  }

  /** On to the next place, or back. */
  step(by: number): void {
    if (!this.count) return;
    this.at = (this.at + by + this.count) % this.count;
    this.#show();
  }

  clear(): void {
    this.#ranges = [];
    this.count = 0;
    mark(NAME, []);
    mark(HERE, []);
  }

  #show(): void {
    const here = this.#ranges[this.at];
    mark(HERE, here ? [here] : []);
    here?.startContainer.parentElement?.scrollIntoView({ block: "center" });
  }
}
