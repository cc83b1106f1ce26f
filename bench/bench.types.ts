/** One line of the table. */
export interface Figure {
  case: string;
  value: number;
  unit: string;
  /** What it is held against, in the same unit, and whose figure that is. */
  reference?: number;
  referenceName?: string;
  /** What we want to reach, in the same unit. */
  reach?: number;
}

export interface BenchCase {
  /** As on the command line: `npm run bench -- ingest`. */
  name: string;
  /** One sentence, printed while it runs. */
  summary: string;
  run(say: (line: string) => void): Promise<Figure[]>;
}
