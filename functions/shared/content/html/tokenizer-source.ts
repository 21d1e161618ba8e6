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
    // `<!-->` is a comment, too: the dashes that open it may close it.
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
 * Where end tags stand that do not end their script: after `<!--` and a further `<script`, one `</script` is text
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

/** The end tags that are text are written as `<\script`, which scripts read alike. */
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
 * The source with what htmlparser2's tokenizer reads differently from the HTML standard spelled so that it reads it
 * alike. As long as before: offsets stay.
 */
export const tokenizerSource = (source: string): string =>
  withoutEscapedScriptEnds(withPlainCommentEnds(withoutCdataSections(source)));
