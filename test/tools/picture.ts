/** Draws what a command prints as an SVG image, as text on a dark ground, for light and dark pages. */

const [fontSize, lineHeight, margin] = [13, 19, 16];
/** None of the fonts is wider. */
const characterWidth = fontSize * 0.603;

/** The colours of lines, by how they begin. */
const colours: readonly (readonly [RegExp, string])[] = [
  [/^(\$|Resources:)/, "#ffffff"],
  [/^ *\+-/, "#d2a8ff"],
  [/^ *\+ /, "#7ee787"],
  [/^ *- /, "#ff7b72"],
  [/^ *~/, "#e3b341"],
];

/** @param printed plain text */
export function drawPicture(title: string, command: string, printed: string): string {
  // A terminal breaks long lines.
  const wrapped = printed.replaceAll(/^warning: .*$/gm, (line) => line.replaceAll(/(.{1,88})(?: |$)/g, "$1\n"));
  const lines = `$ ${command}\n${wrapped}`.trimEnd().split("\n");
  const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * characterWidth) + 2 * margin;
  const height = lines.length * lineHeight + 2 * margin;
  const rows = lines.map((line, index) => {
    const [, colour = "#c9d1d9"] = colours.find(([start]) => start.test(line)) ?? [];
    // `xml:space` on each line: browsers ignore that of the group, and would lose the indentation.
    return `<text xml:space="preserve" x="${margin}" y="${margin + index * lineHeight + fontSize}" fill="${colour}">${escapeXml(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escapeXml(title)}</title>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="#161b22" stroke="#444c56"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace" font-size="${fontSize}">
${rows.join("\n")}
</g>
</svg>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
