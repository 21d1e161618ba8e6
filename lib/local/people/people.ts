import { randomBytes, randomUUID, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

import type { PasswordPolicy } from '../local-user-pool.ts';
import { readStateFile, writeStateFile } from '../state-file.ts';

export interface Person {
  /** `sub`, which never changes. */
  readonly id: string;
  readonly email: string;
}

interface StoredPerson extends Person {
  readonly salt: string;
  /** scrypt of the password. */
  readonly hash: string;
}

export type Registration = { readonly person: Person } | { readonly problem: string };

/** Everybody who has registered on this machine, in a file of the data directory. */
export interface People {
  readonly find: (id: string) => Person | undefined;
  readonly register: (email: string, password: string) => Promise<Registration>;
  /** The person with this address and password. */
  readonly check: (email: string, password: string) => Promise<Person | undefined>;
  /** False when there is nobody with this id or address. */
  readonly remove: (idOrEmail: string) => boolean;
}

/** 32 MB and a twentieth of a second for each guess (OWASP Password Storage). */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const hashBytes = 32;
const maxEmailLength = 254;
const maxPasswordLength = 256;

const scrypted = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const hashOf = (password: string, salt: string): Promise<Buffer> =>
  scrypted(password, Buffer.from(salt, 'base64url'), hashBytes, cost);

const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function passwordProblem(password: string, policy: PasswordPolicy): string | undefined {
  if (password.length < policy.minLength)
    return `The password needs at least ${policy.minLength} characters.`;
  if (password.length > maxPasswordLength) return `The password may have ${maxPasswordLength} characters.`;
  const missing = policy.required.filter(({ pattern }) => !pattern.test(password)).map(({ name }) => name);
  return missing.length === 0 ? undefined : `The password needs ${missing.join(', ')}.`;
}

/** For addresses that nobody has, so that they take as long as wrong passwords. */
const nobody: StoredPerson = {
  id: '',
  email: '',
  salt: randomBytes(16).toString('base64url'),
  hash: randomBytes(hashBytes).toString('base64url'),
};

async function isPasswordOf({ salt, hash }: StoredPerson, password: string): Promise<boolean> {
  const given = await hashOf(password.slice(0, maxPasswordLength + 1), salt);
  return timingSafeEqual(given, Buffer.from(hash, 'base64url'));
}

export function peopleIn(file: string, policy: PasswordPolicy): People {
  const remedy = 'Delete it and start again: everybody then has to register again.';
  const stored = existsSync(file) ? readStateFile(file, remedy)['people'] : [];
  let people = (Array.isArray(stored) ? stored : []) as readonly StoredPerson[];
  const keep = (changed: readonly StoredPerson[]): void => {
    writeStateFile(file, { people: changed });
    people = changed;
  };
  const withAddress = (email: string) => people.find((person) => sameAddress(person.email, email));
  return {
    find: (id) => people.find((person) => person.id === id),
    register: async (email, password) => {
      if (email.length > maxEmailLength || !/^[^\s@]+@[^\s@]+$/.test(email))
        return { problem: 'This is not an e-mail address.' };
      const problem = passwordProblem(password, policy);
      if (problem !== undefined) return { problem };
      const salt = randomBytes(16).toString('base64url');
      const hash = (await hashOf(password, salt)).toString('base64url');
      // Looked up after the wait: two requests may register one address at once.
      const known = withAddress(email);
      if (known !== undefined)
        // A second click on the button sends the form again.
        return (await isPasswordOf(known, password))
          ? { person: known }
          : { problem: 'This address is registered already: sign in.' };
      const person = { id: randomUUID(), email, salt, hash };
      keep([...people, person]);
      return { person };
    },
    check: async (email, password) => {
      const person = withAddress(email) ?? nobody;
      const isRight = await isPasswordOf(person, password);
      return isRight && person !== nobody ? person : undefined;
    },
    remove: (idOrEmail) => {
      const left = people.filter(({ id, email }) => id !== idOrEmail && !sameAddress(email, idOrEmail));
      if (left.length === people.length) return false;
      keep(left);
      return true;
    },
  };
}
