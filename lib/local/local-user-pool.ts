import type { Properties, Resource } from './resource-types.ts';

export interface PasswordPolicy {
  readonly minLength: number;
  readonly required: readonly { readonly name: string; readonly pattern: RegExp }[];
}

/** An application whose people sign in at the pool. */
export interface LocalUserPoolClient {
  readonly id: string;
  readonly callbackUrls: readonly string[];
  readonly logoutUrls: readonly string[];
}

export interface LocalUserPool {
  readonly id: string;
  readonly passwordPolicy: PasswordPolicy;
  readonly clients: readonly LocalUserPoolClient[];
}

const requirements = [
  ['RequireLowercase', 'a lower-case letter', /\p{Ll}/u],
  ['RequireUppercase', 'an upper-case letter', /\p{Lu}/u],
  ['RequireNumbers', 'a digit', /\d/],
  ['RequireSymbols', 'a symbol', /[^\p{L}\p{N}\s]/u],
] as const;

const passwordPolicyOf = (policy: Properties): PasswordPolicy => ({
  minLength: policy.number('MinimumLength', 8),
  required: requirements.flatMap(([property, name, pattern]) =>
    policy.raw()[property] === true ? [{ name, pattern }] : [],
  ),
});

const clientOf = ({ logicalId, properties }: Resource): LocalUserPoolClient => {
  if (properties.raw()['GenerateSecret'] === true)
    throw new Error(`${logicalId} has a secret; this runner has public clients with PKCE only.`);
  if (properties.texts('AllowedOAuthFlows').join() !== 'code')
    throw new Error(`${logicalId} must allow the flow code, and no other.`);
  return {
    id: logicalId,
    callbackUrls: properties.texts('CallbackURLs'),
    logoutUrls: properties.texts('LogoutURLs'),
  };
};

/** The stack's user pool; most stacks have none. */
export function userPoolOf(resources: readonly Resource[]): LocalUserPool | undefined {
  const ofType = (type: string) => resources.filter((resource) => resource.type === `AWS::Cognito::${type}`);
  const [pool, ...pools] = ofType('UserPool');
  if (pool === undefined) return undefined;
  if (pools.length > 0) throw new Error('The stack may have one user pool.');
  const { logicalId, properties } = pool;
  if (!properties.texts('UsernameAttributes').includes('email'))
    throw new Error(`${logicalId} must have e-mail addresses as user names.`);
  return {
    id: logicalId,
    passwordPolicy: passwordPolicyOf(properties.object('Policies').object('PasswordPolicy')),
    clients: ofType('UserPoolClient').map(clientOf),
  };
}
