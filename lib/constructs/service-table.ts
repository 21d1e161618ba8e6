import { ProjectionType } from 'aws-cdk-lib/aws-dynamodb';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

import { RowTable } from './row-table.ts';

const collection = 'collection';

/** Accounts, their people and sessions, API keys, usage by month and day, reservations, rate windows and idempotency records. */
export class ServiceTable extends RowTable {
  constructor(scope: Construct) {
    super(scope, 'service-table');
    // Sparse: only keys, accounts and asked-for deletions carry `collection`.
    this.addSparseIndex(collection, 'position', ProjectionType.ALL);
  }

  /** Reads keys, counts rate and usage, claims idempotency keys. */
  grantMetering(grantee: IGrantable): void {
    this.grantRows(grantee, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
  }

  /** Reads keys, counts the rate. */
  grantReading(grantee: IGrantable): void {
    this.grantRows(grantee, 'GetItem', 'UpdateItem');
  }

  /** Reads keys, counts the rate, and lists the days of a month. */
  grantUsageReading(grantee: IGrantable): void {
    this.grantRows(grantee, 'GetItem', 'Query', 'UpdateItem');
  }

  /** Makes accounts for people, and makes and ends sessions with their keys. */
  grantSignIn(grantee: IGrantable): void {
    this.grantRows(grantee, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
  }

  /** Changes an account with its keys and sessions, and reads its usage and requests. */
  grantManaging(grantee: IGrantable): void {
    this.grantRows(grantee, 'BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem');
  }

  /** Suspends and removes an account, also one from before accounts had rows. */
  grantDeletion(grantee: IGrantable): void {
    this.grantManaging(grantee);
    this.grantIndex(grantee, collection);
  }

  /** Settles what crawls reserved. */
  grantSettling(grantee: IGrantable): void {
    this.grantRows(grantee, 'UpdateItem', 'DeleteItem');
  }

  /** Settles what crawls reserved, and finds the deletions that are due. */
  grantSweeping(grantee: IGrantable): void {
    this.grantRows(grantee, 'UpdateItem', 'DeleteItem');
    this.grantIndex(grantee, collection);
  }
}
