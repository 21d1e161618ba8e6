import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { becomeElement, type ElementIndex, newText } from '#shared/content/dom/element-edit.ts';
import { decodeReferences } from '#shared/values/character-references.ts';

/** The parts of an address that a script of Joomla joins: `addy7 = 'ada' + '&#64;'; addy7 = addy7 + 'mill' + …`. */
const assignment =
  /\baddy(\w{1,64})\s*=\s*((?:'[^'\n]{0,200}'|addy\w{1,64})(?:\s*\+\s*(?:'[^'\n]{0,200}'|addy\w{1,64}))*)\s*;/g;
const literal = /'([^'\n]*)'/g;
const maxScriptCharacters = 4_000;

const emailAddress = /^[^\s@<>"]+@[^\s@<>"]+\.[a-z]{2,}$/i;

const textOf = ({ children }: Element): string => {
  const [only] = children;
  return only !== undefined && isText(only) ? only.data : '';
};

interface Address {
  readonly id: string;
  readonly text: string;
}

function addressIn(script: string): Address | undefined {
  let id = '';
  let text = '';
  for (const [, variable = '', parts = ''] of script.matchAll(assignment)) {
    // `addy_text7` is the text of the link.
    if (variable.startsWith('_') || (id !== '' && variable !== id)) continue;
    id = variable;
    for (const [, part = ''] of parts.matchAll(literal)) text += decodeReferences(part);
  }
  return emailAddress.test(text) ? { id, text } : undefined;
}

/** Nodes between a script of old versions and the sentence that asks for JavaScript. */
const maxNodesBetween = 4;

function sentenceBehind(script: Element): ChildNode | undefined {
  let node = script.next;
  for (let passed = 0; passed < maxNodesBetween && node !== null; passed++, node = node.next) {
    if (isText(node) && node.data.trim() !== '') return node;
    if (isTag(node) && node.name !== 'script') return undefined;
  }
  return undefined;
}

const isSentence = /spam|javascript/i;

const linkTo = (element: Element, address: string): void =>
  becomeElement(element, 'a', { href: `mailto:${address}` }, [newText(address)]);

const fromBase64 = (code: string): string => Buffer.from(code, 'base64').toString('utf8');

/** Shows the email addresses that scripts of Joomla would show in place of a sentence that asks for JavaScript. */
export function revealJoomlaEmails(index: ElementIndex): void {
  for (const hidden of index.named('joomla-hidden-mail')) {
    const { first = '', last = '' } = hidden.attribs;
    const address = `${fromBase64(first)}@${fromBase64(last)}`;
    if (emailAddress.test(address)) linkTo(hidden, address);
  }
  for (const script of index.named('script')) {
    const text = textOf(script);
    if (text.length > maxScriptCharacters || !text.includes('addy')) continue;
    const address = addressIn(text);
    if (address === undefined) continue;
    const place = index.target(`cloak${address.id}`);
    const sentence = place === undefined ? sentenceBehind(script) : undefined;
    if (place !== undefined) linkTo(place, address.text);
    else if (sentence !== undefined && isText(sentence) && isSentence.test(sentence.data))
      sentence.data = address.text;
  }
}
