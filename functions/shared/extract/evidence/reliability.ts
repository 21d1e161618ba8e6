import type { Origin } from '#shared/extract/embedded/extraction-page.ts';
import measured from './reliability.json' with { type: 'json' };

/** The share of right values by concept, origin and confirmation, as `npm run bench -- extraction --write` has measured it. */
export type Reliability = Readonly<Record<string, number>>;

/** In place of a concept that was not measured. */
export const anyConcept = 'any';

/** `price declared confirmed` */
export const reliabilityKey = (concept: string, origin: Origin, isConfirmed: boolean): string =>
  `${concept} ${origin} ${isConfirmed ? 'confirmed' : 'alone'}`;

/** The chance of values from an origin that was not measured. */
const unknownChance = 0.5;

/**
 * The chance that a value is right, by where it comes from. A value is confirmed when declared data and the text for
 * readers both have it.
 */
export const chanceOf = (
  {
    concept,
    origin,
    isConfirmed,
  }: { readonly concept: string; readonly origin: Origin; readonly isConfirmed: boolean },
  reliability: Reliability = measured,
): number =>
  reliability[reliabilityKey(concept, origin, isConfirmed)] ??
  reliability[reliabilityKey(anyConcept, origin, isConfirmed)] ??
  unknownChance;
