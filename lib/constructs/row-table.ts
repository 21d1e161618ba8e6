import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, type ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/** A table of rows by partition and sort key, with its grants. Kept when the stack is deleted. */
export abstract class RowTable extends Construct {
  readonly table: Table;
  /** Their names. */
  readonly indexes: string[] = [];

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: 'expiresAt',
      deletionProtection: true,
      // Not RETAIN_ON_UPDATE_OR_DELETE: a deployment that fails could not delete a protected table, and its rollback would fail.
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  /** An index of the rows that carry the attribute `name`, sorted by another. */
  protected addSparseIndex(name: string, sortedBy: string, projectionType: ProjectionType): void {
    this.indexes.push(name);
    this.table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: { name, type: AttributeType.STRING },
      sortKey: { name: sortedBy, type: AttributeType.STRING },
      projectionType,
    });
  }

  /** CDK's own grants add every index; functions reach rows by key. */
  protected grantRows(grantee: IGrantable, ...operations: readonly string[]): void {
    this.grant(grantee, this.table.tableArn, operations);
  }

  protected grantIndex(grantee: IGrantable, name: string): void {
    this.grant(grantee, `${this.table.tableArn}/index/${name}`, ['Query']);
  }

  private grant(grantee: IGrantable, resourceArn: string, operations: readonly string[]): void {
    const actions = operations.map((operation) => `dynamodb:${operation}`);
    Grant.addToPrincipal({ grantee, actions, resourceArns: [resourceArn] });
  }
}
