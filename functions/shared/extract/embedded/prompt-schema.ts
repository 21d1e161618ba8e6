import type { Concept, Kind } from './concept.ts';
import { concepts, conceptsIn } from './concepts.ts';
import type { JsonSchema } from './extraction-page.ts';
import { stemsOf } from './stems.ts';

const numberKinds: ReadonlySet<Kind> = new Set<Kind>([
  'number',
  'price',
  'old price',
  'lowest pay',
  'highest pay',
  'rating',
  'best rating',
  'duration',
  'storey',
  'storeys',
]);

function schemaOf({ kind }: Concept): JsonSchema {
  if (numberKinds.has(kind)) return { type: 'number' };
  if (kind === 'list') return { type: 'array', items: { type: 'string' } };
  if (kind === 'flag') return { type: 'boolean' };
  return kind === 'date' ? { type: 'string', format: 'date' } : { type: 'string' };
}

const objectOf = (named: readonly Concept[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(named.map((concept) => [concept.name, schemaOf(concept)])),
});

/** A schema of the concepts that a prompt names in English or Russian; `undefined` when it names none. */
export function schemaOfPrompt(prompt: string): JsonSchema | undefined {
  const named = new Set(conceptsIn(stemsOf(prompt)).map(({ concept }) => concept));
  return named.size === 0 ? undefined : objectOf([...named]);
}

export const schemaOfEverything: JsonSchema = objectOf(concepts);
