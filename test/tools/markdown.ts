/** Markdown of generated pages. */

export const renderCode = (text: string) => `\`${text}\``;

export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
