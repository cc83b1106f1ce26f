import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type YAMLMap,
} from "yaml";

export type Path = readonly (string | number)[];

/** Levels of a file, with those that it does not need. */
const mostLevels = 12;

/** Where things stand in a file that was read; everything is looked up in one pass. */
export class FilePlaces {
  /** Is it nested deeper than any file of types? */
  isDeep = false;
  /** How often the text refers to itself. */
  aliases = 0;
  /** Lines of keys that their object has already. */
  readonly twice: number[] = [];
  /** Lines of keys that would be lost on the way: schemas leave `__proto__` out without a word. */
  readonly unfit: number[] = [];
  readonly #root: unknown;
  readonly #lines: LineCounter;
  readonly #keys = new Map<YAMLMap, Map<string, Entry>>();

  constructor({ contents }: Document, lines: LineCounter) {
    this.#root = contents;
    this.#lines = lines;
    this.#walk();
  }

  /** Where something stands; of what is missing, where the thing begins that lacks it. */
  lineAt(path: Path): number {
    let node = this.#root;
    let offset = 0;
    for (const key of path) {
      const entry = isMap(node) ? this.#keys.get(node)?.get(String(key)) : undefined;
      const next = isSeq(node) ? node.items[Number(key)] : entry?.value;
      const shown = entry?.key ?? next;
      if (!isNode(shown)) break;
      offset = shown.range?.[0] ?? offset;
      node = next;
    }
    return this.lineOf(offset);
  }

  lineOf(offset: number): number {
    return this.#lines.linePos(offset).line;
  }

  #walk(): void {
    const waiting: [node: unknown, level: number][] = [[this.#root, 1]];
    for (let next = waiting.pop(); next && !this.isDeep; next = waiting.pop()) {
      const [node, level] = next;
      this.isDeep = level > mostLevels;
      if (isAlias(node)) this.aliases++;
      if (isMap(node)) for (const inner of this.#noteKeys(node)) waiting.push([inner, level + 1]);
      else if (isSeq(node)) for (const inner of node.items) waiting.push([inner, level + 1]);
    }
  }

  /** @returns What is in the object. */
  #noteKeys(map: YAMLMap): unknown[] {
    const entries = new Map<string, Entry>();
    this.#keys.set(map, entries);
    return map.items.flatMap((pair) => {
      if (!isPair(pair)) return [];
      const { key, value } = pair;
      if (isScalar(key)) {
        const name = String(key.value);
        const line = () => this.lineOf(key.range?.[0] ?? 0);
        if (name === "__proto__") this.unfit.push(line());
        if (entries.has(name)) this.twice.push(line());
        else entries.set(name, { key, value });
      }
      return [key, value];
    });
  }
}

interface Entry {
  key: Node;
  value: unknown;
}
