const landmark = /<(?:(script|style|svg|math)\b|!\[CDATA\[)/gi;
const ends: Readonly<Record<string, RegExp>> = {
  script: /<\/script/gi,
  style: /<\/style/gi,
  svg: /<\/svg/gi,
  math: /<\/math/gi,
};

/** The end of an element that may have CDATA sections, or that has no markup. */
function endOf(source: string, name: string, from: number): number {
  const end = ends[name];
  if (end === undefined) return from;
  end.lastIndex = from;
  return end.exec(source) === null ? source.length : end.lastIndex;
}

/**
 * HTML has CDATA sections in SVG and MathML only: elsewhere `<![CDATA[` is a comment up to the next `>` (HTML
 * standard, 13.2.5.42), while the tokenizer would swallow the page up to a `]]>` that never comes. Returns the
 * source with declarations of the same length in their place, which end there.
 */
function withoutCdataSections(source: string): string {
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

const commentEnd = /--!?>/g;

/** `--!>` ends a comment, too (HTML standard, 13.2.5.52); the tokenizer knows `-->` only. */
function withPlainCommentEnds(source: string): string {
  if (!source.includes('--!>')) return source;
  const parts: string[] = [];
  let copied = 0;
  for (let at = source.indexOf('<!--'); at !== -1; at = source.indexOf('<!--', commentEnd.lastIndex)) {
    // `<!-->` is a whole comment: the dashes that open it may close it.
    commentEnd.lastIndex = at + '<!'.length;
    const end = commentEnd.exec(source);
    if (end === null) break;
    if (end[0] !== '--!>') continue;
    parts.push(source.slice(copied, end.index), '--->');
    copied = commentEnd.lastIndex;
  }
  return parts.join('') + source.slice(copied);
}

const scriptStart = /<script(?=[\s/>])/gi;
const scriptLandmark = /<!--|-->|<script(?=[\s/>])|<\/script(?=[\s/>])/gi;

/**
 * Positions of end tags that do not end their script: after `<!--` and a further `<script`, one `</script` is text
 * (HTML standard, 13.2.5.17 to 13.2.5.30).
 */
function escapedScriptEnds(source: string): readonly number[] {
  const ends: number[] = [];
  scriptStart.lastIndex = 0;
  for (let start = scriptStart.exec(source); start !== null; start = scriptStart.exec(source)) {
    let state: 'plain' | 'escaped' | 'double escaped' = 'plain';
    const tagEnd = source.indexOf('>', scriptStart.lastIndex);
    if (tagEnd === -1) break;
    scriptLandmark.lastIndex = tagEnd + 1;
    let mark = scriptLandmark.exec(source);
    for (; mark !== null; mark = scriptLandmark.exec(source)) {
      const text = mark[0].toLowerCase();
      if (text === '-->') state = 'plain';
      else if (text === '<!--') {
        if (state === 'plain') state = 'escaped';
        // `<!-->` opens and closes: its dashes count twice.
        scriptLandmark.lastIndex -= '--'.length;
      } else if (text === '<script') {
        if (state === 'escaped') state = 'double escaped';
      } else if (state === 'double escaped') {
        ends.push(mark.index);
        state = 'escaped';
      } else break;
    }
    if (mark === null) break;
    scriptStart.lastIndex = scriptLandmark.lastIndex;
  }
  return ends;
}

/** Writes the end tags that are text as `<\script`, which means the same in a script. */
function withoutEscapedScriptEnds(source: string): string {
  if (!source.includes('<!--')) return source;
  const parts: string[] = [];
  let copied = 0;
  for (const at of escapedScriptEnds(source)) {
    parts.push(source.slice(copied, at), '<\\');
    copied = at + '</'.length;
  }
  return parts.join('') + source.slice(copied);
}

/**
 * Spells the source so that htmlparser2's tokenizer reads it as the HTML standard does. The length stays the same,
 * and so do offsets.
 */
export const tokenizerSource = (source: string): string =>
  withoutEscapedScriptEnds(withPlainCommentEnds(withoutCdataSections(source)));
