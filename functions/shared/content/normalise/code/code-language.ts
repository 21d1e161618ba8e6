import { type Element, isTag } from 'domhandler';

import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { classesOf } from '#shared/content/dom/element-edit.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';

const knownLanguages = new Set(
  (
    'abap actionscript ada apache apex apl applescript arduino asciidoc asm assembly autohotkey awk bash basic bat batch ' +
    'bibtex bicep brainfuck c c# c++ c-like cfg clojure cmake cmd cobol coffeescript common-lisp commonlisp conf console cpp crystal ' +
    'cs csharp css csv cuda cypher d dart delphi diff django docker dockerfile dos dotenv ejs elisp elixir elm emacs-lisp erb ' +
    'erlang excel f# fish fortran fsharp gdscript gherkin git glsl gn go golang gql gradle graphql groovy haml handlebars haskell ' +
    'haxe hcl hlsl html http idris ini ignore java javascript jinja jinja2 jl js json json5 jsonc jsonnet jsx julia jupyter kotlin ' +
    'kt kts latex lean lean4 less liquid lisp livescript log lua make makefile markdown markup mathematica matlab md mdx mermaid ' +
    'mips mysql nasm nginx nim nix objc objective-c objectivec ocaml octave pascal patch perl pgsql php plaintext plsql ' +
    'postgres postgresql powerquery powershell prisma prolog properties proto protobuf ps1 pug puppet purescript py py3 pycon ' +
    'python python3 qml r racket razor rb reason regex rest rs rst ruby rust sas sass scala scheme scss sh shell ' +
    'shell-session shellscript smalltalk smarty solidity sparql sql stata stylus svelte svg swift systemverilog tcl terraform tex ' +
    'text toml ts tsql tsx twig txt typescript typst v vala vb vba vbnet verilog vhdl vim viml visual-basic vue wasm wat ' +
    'wgsl wolfram xml xslt yaml yml zig zsh 1c bsl html+jinja html+django html+php html+erb xml+jinja css+jinja'
  ).split(' '),
);

const noLanguage = new Set([
  'none',
  'nohighlight',
  'no-highlight',
  'auto',
  'undefined',
  'null',
  'default',
  'plain',
  'code',
]);

const attributeNames = [
  'data-language',
  'data-lang',
  'data-code-language',
  'data-enlighter-language',
  'data-code-lang',
  'data-syntax',
  'syntax',
  'language',
  'lang-name',
];

/** Classes whose prefix only code has, so that they may name any language. */
const surePatterns: ReadonlySet<RegExp> = new Set([
  /^(?:language|lang|hljs-language)[-_:]([\p{L}\w#+.-]+)/u,
  /^highlight-(?:source|text)-([\w#+]+)/,
  /^mw-highlight-lang-([\w#+.-]+)$/,
]);

const classPatterns: readonly RegExp[] = [
  ...surePatterns,
  /^highlight-([\w#+-]+)$/,
  /^hl-([\w#+-]+)$/,
  /^(?:brush|syntax|code|src|type|format)[-_:]([\w#+]+)$/,
  /^(?:gatsby-code|syntax|code|snippet)--?([\w#+]+)$/,
];

/** Languages by names that only one tool has for them: code-prettify, which Stack Exchange uses, and Jupyter. */
const namesOfTools: ReadonlyMap<string, string> = new Map([
  ['bsh', 'bash'],
  ['ipython3', 'python'],
]);

const clean = (language: string): string | undefined => {
  const name = language
    .trim()
    .toLowerCase()
    .replace(/[;:{,].*$/s, '')
    .replace(/^\.|\.$/g, '');
  if (name === '' || noLanguage.has(name) || !/^[\p{L}\w#+.-]{1,30}$/u.test(name)) return undefined;
  return namesOfTools.get(name) ?? name;
};

function languageOfClasses(classes: readonly string[]): string | undefined {
  for (const pattern of classPatterns)
    for (const name of classes) {
      const language = clean(pattern.exec(name)?.[1] ?? '');
      // "highlight-default" and "code-block" look alike; only real names count where the prefix is a plain word.
      const isNamed = surePatterns.has(pattern);
      if (language !== undefined && (isNamed || knownLanguages.has(language))) return language;
    }
  // Sandpack writes `sp-cm sp-javascript`; alone, `sp-md` is a space.
  const sandpack = classes.includes('sp-cm') ? classes.map((name) => /^sp-(\w+)$/.exec(name)?.[1] ?? '') : [];
  const ofSandpack = sandpack.find((name) => knownLanguages.has(name));
  if (ofSandpack !== undefined) return ofSandpack;
  const brush = classes.indexOf('brush:');
  if (brush !== -1) return clean(classes[brush + 1] ?? '');
  return undefined;
}

/** A class without a prefix: `<code class="python">`, `<pre class="sourceCode haskell">`. */
function bareLanguage(classes: readonly string[]): string | undefined {
  const name = classes.find((candidate) => knownLanguages.has(candidate));
  return name === undefined ? undefined : clean(name);
}

/** The language among the parameters of SyntaxHighlighter, which Confluence writes into an attribute: `brush: bash; gutter: false`. */
const brushParameter = /(?:^|;)\s*brush\s*:\s*([\w#+-]+)/i;

function languageOfElement(element: Element): string | undefined {
  const painted = clean(
    brushParameter.exec(element.attribs['data-syntaxhighlighter-params'] ?? '')?.[1] ?? '',
  );
  if (painted !== undefined) return painted;
  for (const name of attributeNames) {
    const value = element.attribs[name];
    const language = value === undefined ? undefined : clean(value);
    if (language !== undefined) return language;
  }
  const { lang } = element.attribs;
  const isNatural = lang === undefined || /^[a-z]{2}(?:-[a-z]{2,4})?$/i.test(lang);
  if (!isNatural && knownLanguages.has(lang.toLowerCase())) return lang.toLowerCase();
  // Two letters may be a natural language; on a code block, "js" is always code.
  if (lang !== undefined && (element.name === 'pre' || element.name === 'code') && knownLanguages.has(lang))
    return lang;
  const classes = classesOf(element);
  return languageOfClasses(classes) ?? bareLanguage(classes);
}

/** Rouge’s `code` around a table with line numbers has become a box by now, with its `data-lang`. */
const isMarked = (element: Element): boolean =>
  (element.name === 'code' || element.name === 'pre' || 'data-lang' in element.attribs) &&
  languageOfElement(element) !== undefined;

/** Highlighters put at most this many wrappers around a block. */
const wrapperLevels = 4;

const sphinxName = /^highlight-(.+)$/;
/** What Sphinx calls a language that is usual under another name, and what names none. */
const sphinxLanguages: Readonly<Record<string, string>> = {
  python3: 'python',
  text: 'none',
};

/** Whether Pygments has found an import or a definition. Its other Python keywords are words of sentences and of shells, too. */
const isPython = (block: Element): boolean =>
  findElement(block, (inner) => {
    const names = classesOf(inner);
    return names.includes('kn') || (names.includes('k') && /^(?:def|class)$/.test(rawText(inner)));
  }) !== undefined;

/** The language of the wrapper that Sphinx writes around a block: `highlight-X` around `highlight`. */
function sphinxLanguage(wrapper: Element, block: Element): string | undefined {
  const isWrapper = wrapper.children.some((child) => isTag(child) && classesOf(child).includes('highlight'));
  if (!isWrapper) return undefined;
  const names = classesOf(wrapper);
  const language = names.map((name) => sphinxName.exec(name)?.[1]).find((name) => name !== undefined);
  // It reads a block without a language as Python, whatever it is.
  if (language === 'default') return isPython(block) ? 'python' : 'none';
  // Themes of other systems have a `highlight-wrapper`.
  const isName = language !== undefined && (names.includes('notranslate') || knownLanguages.has(language));
  return isName ? (sphinxLanguages[language] ?? language) : undefined;
}

const notOfCode = nameSet('dl dd ul ol li section article main body');
/** A file name or a caption is shorter. */
const maxOtherCharacters = 200;

/** Whether an element is around a code block alone, so that its classes are about the code. */
function wrapsCodeAlone(element: Element, codeLength: number): boolean {
  if (notOfCode.has(element.name)) return false;
  const limit = codeLength + maxOtherCharacters;
  return rawText(element, limit).length < limit;
}

/** The language of a visible label ("JavaScript", "C++"); `undefined` for other text. */
export function labelledLanguage(label: string): string | undefined {
  const name = label.trim().toLowerCase();
  return knownLanguages.has(name) ? clean(name) : undefined;
}

/**
 * The language of a code block as Prism, highlight.js, Shiki, Rouge, Pygments, Chroma, GitHub and others declare it: on
 * the block, or on a wrapper of this block alone. `countBlocks` returns the number of blocks in an element.
 */
export function codeLanguage(block: Element, countBlocks: (element: Element) => number): string | undefined {
  // Beside a gutter, the code is in a separate cell.
  const inner = findElement(block, isMarked);
  const own = languageOfElement(inner ?? block) ?? languageOfElement(block);
  if (own !== undefined) return own;
  const codeLength = rawText(block).length;
  let at = block.parent;
  for (let level = 0; level < wrapperLevels && at !== null && isTag(at); level++, at = at.parent) {
    if (countBlocks(at) > 1 || !wrapsCodeAlone(at, codeLength)) return undefined;
    const ofSphinx = sphinxLanguage(at, block);
    if (ofSphinx !== undefined) return clean(ofSphinx);
    const language = languageOfElement(at);
    if (language !== undefined) return language;
  }
  return undefined;
}
