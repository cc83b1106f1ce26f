/** The band of the expected state of charge as paths of a drawing. */
export interface SocBand {
  /** Between the low and the high series. */
  area: string;
  /** The series in the middle. */
  line: string;
}

/**
 * @param tMs Instants of the series, rising; at least two.
 * @param low Percent at those instants, as `middle` and `high`.
 */
export function socBand(
  tMs: readonly number[],
  { low, middle, high }: Record<"low" | "middle" | "high", readonly number[]>,
  width: number,
  height: number,
): SocBand | undefined {
  const [first, last] = [tMs[0], tMs.at(-1)];
  if (first === undefined || last === undefined || last <= first) return undefined;
  const round = (value: number) => Math.round(value * 10) / 10;
  const point = (values: readonly number[], index: number) => {
    const x = ((tMs[index]! - first) / (last - first)) * width;
    const percent = Math.min(100, Math.max(0, values[index] ?? 0));
    return `${round(x)} ${round(height * (1 - percent / 100))}`;
  };
  const indices = tMs.map((_, index) => index);
  const up = indices.map((index) => point(high, index));
  const back = indices.toReversed().map((index) => point(low, index));
  return {
    area: `M${[...up, ...back].join("L")}Z`,
    line: `M${indices.map((index) => point(middle, index)).join("L")}`,
  };
}
