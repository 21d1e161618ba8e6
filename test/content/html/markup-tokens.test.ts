import { describe, expect, test } from 'vitest';

import { readHtmlTokens, readXmlTokens, type TokenSink } from '#shared/content/html/markup-tokens.ts';

function recorder(hasCdata: boolean): { readonly sink: TokenSink; readonly tokens: unknown[] } {
  const tokens: unknown[] = [];
  const sink: TokenSink = {
    hasCdata,
    text: (text) => void tokens.push(text),
    startTag: (name, attribs, selfClosing) => void tokens.push({ name, attribs, selfClosing }),
    endTag: (name) => void tokens.push(`/${name}`),
    declaration: (text) => void tokens.push(text),
    end: () => void tokens.push('end'),
  };
  return { sink, tokens };
}

function htmlTokens(source: string, hasCdata = false): unknown[] {
  const { sink, tokens } = recorder(hasCdata);
  readHtmlTokens(source, source, sink);
  return tokens;
}

function xmlTokens(source: string): unknown[] {
  const { sink, tokens } = recorder(true);
  readXmlTokens(source, sink);
  return tokens;
}

describe('the tokens of HTML', () => {
  test('have whole texts, with their entities decoded and without comments', () => {
    expect(htmlTokens('a &lt;<!-- b --> c<br>')).toEqual([
      'a < c',
      { name: 'br', attribs: {}, selfClosing: false },
      'end',
    ]);
  });

  test('have names in lower case and the first of two attributes of a name', () => {
    expect(htmlTokens('<P ID=a Id=b TITLE="x &amp; y">')).toEqual([
      { name: 'p', attribs: { id: 'a', title: 'x & y' }, selfClosing: false },
      'end',
    ]);
  });

  test('have at most 256 attributes a tag, and none by which our own steps talk to the writers', () => {
    const attributes = Array.from({ length: 300 }, (_, at) => `a${at}`).join(' ');
    const [tag] = htmlTokens(`<p data-footnote=1 __proto__=2 ${attributes}>`);

    expect(Object.keys((tag as { attribs: object }).attribs)).toEqual(
      Array.from({ length: 256 }, (_, at) => `a${at}`),
    );
  });
});

describe('the tokens of XML', () => {
  test('have names as they are written, and CDATA as text', () => {
    expect(xmlTokens('<w:P Id="a"><![CDATA[1 < 2]]></w:P><B/>')).toEqual([
      { name: 'w:P', attribs: { Id: 'a' }, selfClosing: false },
      '1 < 2',
      '/w:P',
      { name: 'B', attribs: {}, selfClosing: true },
      'end',
    ]);
  });
});
