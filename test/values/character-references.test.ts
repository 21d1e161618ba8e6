import { expect, test } from 'vitest';

import { decodePunctuation, decodeReferences } from '#shared/values/character-references.ts';

test('references in a text that is decoded already are punctuation; those that say markup stay', () => {
  expect(decodePunctuation('Salt &quot;n&#8217; oil&quot; &hellip;')).toBe('Salt "n’ oil" …');
  expect(decodePunctuation('&lt;b&gt; is &#60;b&#62;, &amp;')).toBe('&lt;b&gt; is &#60;b&#62;, &amp;');
});

test('references in data are decoded, also twice', () => {
  expect(decodeReferences('H&#233;ctor &amp;amp; &lt;b&gt;')).toBe('Héctor & <b>');
});

test('letters with accents are decoded everywhere', () => {
  expect(decodePunctuation('Redacci&oacute;n, GAR&Ccedil;A, Stra&szlig;e')).toBe('Redacción, GARÇA, Straße');
  expect(decodeReferences('&amp;Aring;se')).toBe('Åse');
});

test.for(['&#55357;', '&#1;', '&#xD800;', '&#9999999;', '&unknown;'])('%s is no character', (reference) => {
  expect(decodeReferences(reference)).toBe(reference);
  expect(decodePunctuation(reference)).toBe(reference);
});
