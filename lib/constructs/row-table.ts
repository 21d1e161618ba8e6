import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, type ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';

/** Partitions of rows, of which `expiresAt` ends those that have it. Paid by the request, kept when the stack goes. */
export const rowTable = (scope: Construct): Table =>
  new Table(scope, 'Table', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    timeToLiveAttribute: 'expiresAt',
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });

/** An index of the rows that carry the attribute `name`, sorted by another. */
export function addSparseIndex(
  table: Table,
  name: string,
  sortedBy: string,
  projectionType: ProjectionType,
): void {
  table.addGlobalSecondaryIndex({
    indexName: name,
    partitionKey: { name, type: AttributeType.STRING },
    sortKey: { name: sortedBy, type: AttributeType.STRING },
    projectionType,
  });
}
