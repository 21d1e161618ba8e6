import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

const index = 'collection';

/** API keys, monthly usage, reservations, rate windows and idempotency records. */
export class ServiceTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct) {
    super(scope, 'service-table');
    this.table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: 'expiresAt',
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    // Sparse: only keys and open reservations carry `collection`.
    this.table.addGlobalSecondaryIndex({
      indexName: index,
      partitionKey: { name: 'collection', type: AttributeType.STRING },
      sortKey: { name: 'position', type: AttributeType.STRING },
      projectionType: ProjectionType.ALL,
    });
  }

  /** Reads keys, counts rate and usage, claims idempotency keys. */
  grantMetering(grantee: IGrantable): void {
    this.grantRows(
      grantee,
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
    );
  }

  /** Reads keys and usage. */
  grantReading(grantee: IGrantable): void {
    this.grantRows(grantee, 'dynamodb:GetItem');
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
