/** One line of the table. */
export interface Figure {
  case: string;
  value: number;
  unit: string;
  /** The figure to compare with, in the same unit, and where it comes from. */
  reference?: number;
  referenceName?: string;
  /** The target, in the same unit. */
  reach?: number;
}

export interface BenchCase {
  /** The name on the command line: `npm run bench -- ingest`. */
  name: string;
  /** A description, printed while the case runs. */
  summary: string;
  run(say: (line: string) => void): Promise<Figure[]>;
}
