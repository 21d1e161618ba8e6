import { maxClientIdCharacters } from '#shared/contract/authorization.ts';
import { isRedirectUri } from './redirect-uri.ts';

/** A program that has registered itself (RFC 7591). What it says of itself is unproven. */
export interface Program {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

const maxRedirectUris = 10;
/** The name of a key has at most 100 UTF-16 units: `MCP: ` and two units for each character of the program's name. */
const maxNameCharacters = 45;

/** A name that people read: one line, without characters that are not seen or that turn the direction of others. */
export function programName(text: string): string {
  const line = text
    .replaceAll(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu, ' ')
    // A name that closes the quotation marks around it could go on as the page's own words.
    .replaceAll(/\p{Quotation_Mark}/gu, '’')
    .trim();
  const name = Array.from(line).slice(0, maxNameCharacters).join('').trim();
  return name === '' ? 'Unnamed program' : name;
}

const isProgram = ({ redirectUris }: Program): boolean =>
  redirectUris.length > 0 && redirectUris.length <= maxRedirectUris && redirectUris.every(isRedirectUri);

/**
 * The id of a program, which holds what it has registered, so that strangers store nothing here. Anybody can make one:
 * it proves no more than a registration by anybody would. `undefined` when the program would not be accepted.
 */
export function clientIdOf({ name, redirectUris }: Program): string | undefined {
  const program = { name: programName(name), redirectUris };
  const text = JSON.stringify([program.name, ...redirectUris]);
  const id = Buffer.from(text).toString('base64url');
  return isProgram(program) && id.length <= maxClientIdCharacters ? id : undefined;
}

/** The program of an id, checked again; `undefined` when no registration returned this id. */
export function programOf(clientId: string): Program | undefined {
  if (clientId.length > maxClientIdCharacters || !/^[\w-]+$/.test(clientId)) return undefined;
  try {
    const parts: unknown = JSON.parse(Buffer.from(clientId, 'base64url').toString('utf8'));
    if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return undefined;
    const [name = '', ...redirectUris] = parts;
    const program = { name: programName(name), redirectUris };
    return clientIdOf(program) === clientId ? program : undefined;
  } catch {
    // Not JSON.
    return undefined;
  }
}
