import { type Element, isTag, isText } from 'domhandler';

import labels from './notice-labels.json' with { type: 'json' };

const kindsByLabel: ReadonlyMap<string, string> = new Map(
  Object.entries(labels).flatMap(([kind, words]) => words.map((word) => [word, kind] as const)),
);

const maxLabelCharacters = Math.max(...[...kindsByLabel.keys()].map(({ length }) => length)) + ':'.length;

/** The kind of notice that an element names, with nothing else in it. */
export function labelledKind({ children }: Element): string | undefined {
  const text = children.find((child) => !isTag(child) || child.name !== 'svg');
  if (text === undefined || !isText(text) || children.at(-1) !== text) return undefined;
  const label = text.data.trim();
  return label.length > maxLabelCharacters
    ? undefined
    : kindsByLabel.get(label.replace(/[:：!]$/u, '').toLowerCase());
}
