import { ProjectionType, type Table } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

import { addSparseIndex, rowTable } from './row-table.ts';

const index = 'collection';

/** API keys, monthly usage, reservations, rate windows and idempotency records. */
export class ServiceTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct) {
    super(scope, 'service-table');
    this.table = rowTable(this);
    // Sparse: only keys and open reservations carry `collection`.
    addSparseIndex(this.table, index, 'position', ProjectionType.ALL);
  }

  /** Reads keys, counts rate and usage, finds an account's dead requests, claims idempotency keys. */
  grantMetering(grantee: IGrantable): void {
    this.grantRows(
      grantee,
      'dynamodb:GetItem',
      'dynamodb:Query',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
    );
  }

  /** Reads keys and usage, counts the rate. */
  grantReading(grantee: IGrantable): void {
    this.grantRows(grantee, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
  }

  /** Settles what crawls reserved. */
  grantSettling(grantee: IGrantable): void {
    this.grantRows(grantee, 'dynamodb:UpdateItem', 'dynamodb:DeleteItem');
  }

  /** Finds overdue reservations and gives them back. */
  grantSweeping(grantee: IGrantable): void {
    this.grantRows(grantee, 'dynamodb:UpdateItem', 'dynamodb:DeleteItem');
    Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:Query'],
      resourceArns: [`${this.table.tableArn}/index/${index}`],
    });
  }

  /** CDK's own grants add every index; functions reach rows by key. */
  private grantRows(grantee: IGrantable, ...actions: string[]): void {
    Grant.addToPrincipal({ grantee, actions, resourceArns: [this.table.tableArn] });
  }
}
