import { declaredCandidates, readDeclared, listTexts } from './declared-values.ts';
import type { DeclaredNode } from './declared-nodes.ts';
import type { PageSetting } from './extraction-page.ts';
import { type FieldValue, joinedNames, readField } from './read-field.ts';
import { type Answer, buildItem } from './item-builder.ts';
import type { Field } from './schema-fields.ts';

const maxMembers = 500;

function listAnswer(node: DeclaredNode, field: Field, setting: PageSetting): Answer | undefined {
  for (const values of declaredCandidates(node, field)) {
    const isLinks = field.concept?.kind === 'image' || field.concept?.kind === 'link';
    const found = isLinks
      ? values.map((value) => readDeclared(value, field, setting))
      : listTexts(values, field).map((text) => readField(text, field, setting));
    const members = found.filter((member): member is FieldValue => member !== undefined).slice(0, maxMembers);
    if (members.length > 0) return { field, origin: 'declared', values: members };
  }
  return undefined;
}

function objectsAnswer(node: DeclaredNode, field: Field, setting: PageSetting): Answer | undefined {
  const fields = field.itemFields ?? [];
  for (const values of declaredCandidates(node, field)) {
    const items = values
      .filter((value) => typeof value !== 'string')
      .slice(0, maxMembers)
      .map((child) => buildItem(answerDeclared(child, fields, setting)))
      .filter(({ evidence }) => evidence.length > 0);
    if (items.length > 0) return { field, origin: 'declared', values: [], items };
  }
  return undefined;
}

function scalarAnswer(node: DeclaredNode, field: Field, setting: PageSetting): Answer | undefined {
  const isNames = field.concept?.name === 'author' && field.type === 'string';
  for (const values of declaredCandidates(node, field)) {
    if (isNames) {
      const people = values.slice(0, maxMembers).map((value) => readDeclared(value, field, setting));
      const found = joinedNames(people.filter((person) => person !== undefined));
      if (found !== undefined) return { field, origin: 'declared', values: [found] };
      continue;
    }
    for (const value of values) {
      const found = readDeclared(value, field, setting);
      if (found !== undefined) return { field, origin: 'declared', values: [found] };
    }
  }
  return undefined;
}

function answerField(node: DeclaredNode, field: Field, setting: PageSetting): Answer | undefined {
  if (field.itemFields !== undefined) return objectsAnswer(node, field, setting);
  return field.isList ? listAnswer(node, field, setting) : scalarAnswer(node, field, setting);
}

export const answerDeclared = (
  node: DeclaredNode,
  fields: readonly Field[],
  setting: PageSetting,
): readonly Answer[] =>
  fields.map((field) => answerField(node, field, setting)).filter((answer) => answer !== undefined);
