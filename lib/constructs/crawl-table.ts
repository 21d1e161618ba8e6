import { ProjectionType } from 'aws-cdk-lib/aws-dynamodb';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

import { RowTable } from './row-table.ts';

const frontier = 'frontier';
const collection = 'collection';

/** Crawls, their URLs, their groups of results, their webhooks, and the pace of hosts. Everything in it expires. */
export class CrawlTable extends RowTable {
  constructor(scope: Construct) {
    super(scope, 'crawl-table');
    // Sparse: only rows that wait carry `frontier`.
    this.addSparseIndex(frontier, 'priority', ProjectionType.ALL);
    // Sparse: only crawls that are not finalized carry `collection`.
    this.addSparseIndex(collection, 'position', ProjectionType.KEYS_ONLY);
  }

  /** Reads crawls. */
  grantReading(grantee: IGrantable): void {
    this.grantRows(grantee, 'GetItem', 'Query');
  }

  /** Takes slots of hosts. */
  grantPacing(grantee: IGrantable): void {
    this.grantRows(grantee, 'UpdateItem');
  }

  /** Writes new rows. */
  grantAdding(grantee: IGrantable): void {
    this.grantRows(grantee, 'PutItem');
  }

  /** Reads crawls, and records the deliveries of their webhooks. */
  grantDelivering(grantee: IGrantable): void {
    this.grantReading(grantee);
    this.grantAdding(grantee);
    this.grantRows(grantee, 'UpdateItem');
  }

  /** Reads crawls and deliveries, and opens deliveries for one more attempt. */
  grantReplaying(grantee: IGrantable): void {
    this.grantDelivering(grantee);
    this.grantRows(grantee, 'BatchGetItem');
  }

  /** Ends crawls and removes them. */
  grantDeletion(grantee: IGrantable): void {
    this.grantReading(grantee);
    this.grantRows(grantee, 'UpdateItem', 'DeleteItem');
  }

  /** Starts crawls; queues, leases and finishes their rows; ends and finalizes them. */
  grantMoving(grantee: IGrantable): void {
    this.grantReading(grantee);
    this.grantAdding(grantee);
    this.grantRows(grantee, 'BatchGetItem', 'UpdateItem');
    this.grantIndex(grantee, frontier);
  }

  /** Records URLs, which includes looking them up. */
  grantRecording(grantee: IGrantable): void {
    this.grantRows(grantee, 'BatchGetItem', 'PartiQLInsert');
  }

  /** Finds crawls that need repair. */
  grantSweeping(grantee: IGrantable): void {
    this.grantMoving(grantee);
    this.grantIndex(grantee, collection);
  }
}
