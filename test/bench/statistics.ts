/** Figures out of repeated measurements: never an average, which one disturbed run would spoil. */

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  };
}

/** Of the measurements of the same round: what disturbs the machine for longer than a round, disturbs both. */
export function pairedRatio(over: readonly number[], under: readonly number[]): Spread {
  return spread(over.slice(0, under.length).map((value, index) => value / (under[index] ?? Number.NaN)));
}

/** The exponent of growth: the slope of the line through the points, both axes logarithmic. 1 is linear, 2 quadratic. */
export function growth(points: readonly (readonly [size: number, value: number])[]): number {
  const logs = points.map(([size, value]) => [Math.log(size), Math.log(value)] as const);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middleX = mean(logs.map(([x]) => x));
  const middleY = mean(logs.map(([, y]) => y));
  const over = logs.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0);
  const under = logs.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0);
  return over / under;
}
