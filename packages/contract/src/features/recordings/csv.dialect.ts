import type { CsvDialect, CsvMapping } from "./csv.mapping.ts";
import { MappingFault, splitCells } from "./csv.rows.ts";

const separators = [",", ";", "\t", "|"] as const;

/** Finds out how a file is written, as far as its mapping leaves that open. Pure: the caller supplies the lines. */
export class DialectFinder {
  readonly #mapping: CsvMapping;
  #separator: string | undefined;
  #places: number[] | undefined;
  #decimal: "." | "," | undefined;
  #thousands = false;

  constructor(mapping: CsvMapping) {
    this.#mapping = mapping;
    this.#decimal = mapping.decimal;
  }

  /** Takes the lines of the file in order. @returns whether everything is known and no more lines are needed. */
  add(text: string): boolean {
    if (text.trim() === "") return false;
    if (!this.#places || this.#separator === undefined) {
      const separator = (this.#separator = this.#mapping.separator ?? separatorOf(text, this.#mapping));
      const names = splitCells(text, separator) ?? [];
      this.#places = this.#mapping.columns.map(({ column }) => names.indexOf(column));
    } else if (this.#decimal === undefined) {
      const cells = splitCells(text, this.#separator);
      for (const place of cells ? this.#places : []) this.#look(cells?.[place] ?? "");
    }
    return this.#decimal !== undefined;
  }

  /**
   * A comma before anything but three digits is a decimal comma, a point before anything but three a decimal point. A
   * comma before three digits may also separate thousands.
   */
  #look(cell: string): void {
    if (this.#decimal !== undefined || this.#mapping.missing.includes(cell)) return;
    const digits = /^[+-]?(\d*)([.,])(\d*)$/.exec(cell);
    if (!digits) return;
    const [, before = "", sign, after = ""] = digits;
    const isThousands = after.length === 3 && /^[1-9]\d{0,2}$/.test(before);
    if (sign === ".") this.#decimal = ".";
    else if (isThousands) this.#thousands = true;
    else this.#decimal = ",";
  }

  /** @throws MappingFault when numbers such as 1,234 may mean either of two things. */
  get dialect(): CsvDialect {
    if (this.#decimal === undefined && this.#thousands)
      throw new MappingFault(
        "decimal",
        'numbers such as 1,234 may be decimals or thousands: write "decimal": "," or "." in the mapping.',
      );
    return { separator: this.#separator ?? ",", decimal: this.#decimal ?? "." };
  }
}

/** The separator that cuts the first line into the most columns. */
export function separatorOfColumns(names: string): string {
  return separatorOf(names, { time: { column: "" }, columns: [] });
}

/** The separator with which the first line names the columns of the mapping; else the one that makes the most cells. */
function separatorOf(
  names: string,
  { time, columns }: { time: Pick<CsvMapping["time"], "column" | "clock">; columns: readonly { column: string }[] },
): string {
  const wanted = [
    time.column,
    ...(time.clock === undefined ? [] : [time.clock]),
    ...columns.map(({ column }) => column),
  ];
  let best = { separator: separators[0] as string, found: -1, cells: 0 };
  for (const separator of separators) {
    const cells = splitCells(names, separator) ?? [];
    const found = wanted.filter((name) => cells.includes(name)).length;
    if (found > best.found || (found === best.found && cells.length > best.cells))
      best = { separator, found, cells: cells.length };
  }
  return best.separator;
}
