import type { CSSProperties } from "react";

export interface ColumnsOptions {
  /** Between rows and columns, as in CSS; without it the distance of the class `og-grid`. */
  gap?: string;
  /** Columns that would stay empty leave their room to the others. */
  isFilled?: boolean;
}

/** For an `og-grid`: as many columns of at least this width as there is room for. */
export function columns(leastPx: number, { gap, isFilled = false }: ColumnsOptions = {}): CSSProperties {
  return {
    gridTemplateColumns: `repeat(${isFilled ? "auto-fit" : "auto-fill"}, minmax(min(100%, ${leastPx}px), 1fr))`,
    ...(gap !== undefined && { gap }),
  };
}
