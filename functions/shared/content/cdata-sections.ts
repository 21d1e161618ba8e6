const landmark = /<(?:(script|style|svg|math)\b|!\[CDATA\[)/gi;
const ends: Readonly<Record<string, RegExp>> = {
  script: /<\/script/gi,
  style: /<\/style/gi,
  svg: /<\/svg/gi,
  math: /<\/math/gi,
};

/** Where the content of an element that knows such sections, or has no markup, ends. */
function endOf(source: string, name: string, from: number): number {
  const end = ends[name];
  if (end === undefined) return from;
  end.lastIndex = from;
  return end.exec(source) === null ? source.length : end.lastIndex;
}

/**
 * HTML has CDATA sections in SVG and MathML only: elsewhere `<![CDATA[` is a comment up to the next `>` (HTML
 * standard, 13.2.5.42), while the tokenizer would swallow the page up to a `]]>` that never comes. The source
 * with these made declarations of the same length, which end there.
 */
export function withoutCdataSections(source: string): string {
  if (!source.includes('<![CDATA[')) return source;
  const parts: string[] = [];
  let copied = 0;
  landmark.lastIndex = 0;
  for (let match = landmark.exec(source); match !== null; match = landmark.exec(source)) {
    const name = match[1]?.toLowerCase();
    if (name !== undefined) {
      landmark.lastIndex = endOf(source, name, landmark.lastIndex);
      continue;
    }
    parts.push(source.slice(copied, match.index), '<!x');
    copied = match.index + '<!['.length;
  }
  return parts.join('') + source.slice(copied);
}
