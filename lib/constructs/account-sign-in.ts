import { Aws, Duration, Fn, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  FeaturePlan,
  ManagedLoginVersion,
  OAuthScope,
  UserPool,
  type UserPoolClient,
} from 'aws-cdk-lib/aws-cognito';
import type { Code, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type * as z from 'zod';

import type { accountSignInEnvironment } from '#shared/contract/environment.ts';
import { ServiceFunction } from './service-function.ts';
import type { ServiceTable } from './service-table.ts';

export interface AccountSignInProps {
  readonly code: Code;
  readonly serviceTable: ServiceTable;
  /** The URL of the page, which ends with /account. */
  readonly accountUrl: string;
}

/** The people of the service, the pages on which they register and sign in, and the function that gives them sessions. */
export class AccountSignIn extends Construct {
  readonly function: LambdaFunction;
  readonly userPool: UserPool;

  constructor(scope: Construct, { code, serviceTable, accountUrl }: AccountSignInProps) {
    super(scope, 'account');
    this.userPool = this.addUserPool();
    const client = this.addPages(accountUrl);
    this.function = new ServiceFunction(this, {
      name: 'account-sign-in',
      code,
      environment: {
        SERVICE_TABLE: serviceTable.table.tableName,
        ISSUER_URL: this.userPool.userPoolProviderUrl,
        CLIENT_ID: client.userPoolClientId,
        ACCOUNT_URL: accountUrl,
      } satisfies z.input<typeof accountSignInEnvironment>,
    }).function;
    serviceTable.grantSignIn(this.function);
  }

  private addUserPool(): UserPool {
    const pool = new UserPool(this, 'People', {
      signInAliases: { email: true },
      signInCaseSensitive: false,
      selfSignUpEnabled: true,
      autoVerify: { email: true },
      // A new address is not the account's before it is verified.
      keepOriginal: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(1),
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // The least plan with managed login.
      featurePlan: FeaturePlan.ESSENTIALS,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(pool).acknowledge(
      {
        id: 'AwsSolutions-COG2',
        reason: 'Anybody may register to try the service; an operator who wants a second factor turns it on.',
      },
      {
        id: 'AwsSolutions-COG8',
        reason: 'The plan Plus, with threat protection, costs by the person; the operator may choose it.',
      },
    );
    return pool;
  }

  private addPages(accountUrl: string): UserPoolClient {
    // A prefix is unique in its region: that of the stack’s own id is. `arn:…:stack/<name>/<uuid>`
    const stackUuid = Fn.select(2, Fn.split('/', Aws.STACK_ID));
    this.userPool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: Fn.join('-', ['winnow', stackUuid]) },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    // Public: the code is worth nothing without the verifier of PKCE, and the template holds no secret.
    const client = this.userPool.addClient('Page', {
      generateSecret: false,
      preventUserExistenceErrors: true,
      authFlows: {},
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [`${accountUrl}/callback`],
        logoutUrls: [accountUrl],
      },
      // Only the ID token is read, once.
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    });
    // Without a branding the pages of managed login are not shown.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.userPool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    return client;
  }
}
