/** Figures and tables as text. */

import { type Spread, spread } from "./statistics";

/** The first column is text, the others are figures. */
export function table(title: string, rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    widths.map((width, column) => {
      const cell = row[column] ?? "";
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    }),
  );
  return [title, ...lines.map((cells) => `  ${cells.join("  ").trimEnd()}`)].join("\n");
}

/** Median and, where there is more than one value, least and most; nothing for nothing. */
export function figure(values: readonly number[], digits: number): string {
  return values.length === 0 ? "" : spreadText(spread(values), digits);
}

export function ratioText(ratio: Spread | undefined, digits = 2): string {
  return ratio === undefined ? "" : spreadText(ratio, digits);
}

function spreadText({ median, min, max }: Spread, digits: number): string {
  const middle = median.toFixed(digits);
  return min === max ? middle : `${middle} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}
