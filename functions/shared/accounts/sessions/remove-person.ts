import type { Person } from './session.ts';

/**
 * Removes a person from the provider, so that their address may register anew. Somebody who is not there any more, or
 * who belongs to another provider, is left alone.
 */
export type RemovePerson = (person: Person) => Promise<void>;
