/** What somebody has allowed a program, for the minute in which the program fetches its key. */
export interface AuthorizationCode {
  readonly accountId: string;
  /** SHA-256 of the code; the code itself is never stored. */
  readonly codeHash: string;
  /** SHA-256 of the client id. */
  readonly clientHash: string;
  /** The name of the program. */
  readonly program: string;
  readonly redirectUri: string;
  /** SHA-256 of the program's verifier, as base64url (PKCE, RFC 7636). */
  readonly codeChallenge: string;
  readonly expiresAtMs: number;
}

export type CodeReference = Pick<AuthorizationCode, 'accountId' | 'codeHash'>;

type Claim =
  | { readonly isFirst: true; readonly code: AuthorizationCode }
  /** The key that the first use has made, if it has made one by now. */
  | { readonly isFirst: false; readonly keyId: string | undefined };

export interface CodeStore {
  readonly put: (code: AuthorizationCode) => Promise<void>;
  /** Uses a code: of several uses one is the first, and the others are noted. `undefined` for an unknown code. */
  readonly claim: (reference: CodeReference, claimId: string) => Promise<Claim | undefined>;
  /** Notes the key that was made from a code. False when the code has been used again meanwhile. */
  readonly noteKey: (reference: CodeReference, keyId: string) => Promise<boolean>;
}
