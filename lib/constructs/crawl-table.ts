import { ProjectionType, type Table } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

import { addSparseIndex, rowTable } from './row-table.ts';

const frontier = 'frontier';
const collection = 'collection';

/** Crawls, their URLs, their groups of results, their webhooks, and the pace of hosts. Everything in it expires. */
export class CrawlTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct) {
    super(scope, 'crawl-table');
    this.table = rowTable(this);
    // Sparse: only rows that wait carry `frontier`.
    addSparseIndex(this.table, frontier, 'priority', ProjectionType.ALL);
    // Sparse: only crawls that somebody has to look after carry `collection`.
    addSparseIndex(this.table, collection, 'position', ProjectionType.KEYS_ONLY);
  }

  /** Reads crawls. */
  grantReading(grantee: IGrantable): void {
    this.grant(grantee, [this.table.tableArn], 'dynamodb:GetItem', 'dynamodb:Query');
  }

  /** Writes new rows. */
  grantAdding(grantee: IGrantable): void {
    this.grant(grantee, [this.table.tableArn], 'dynamodb:PutItem');
  }

  /** Reads crawls, and writes down what became of their webhooks. */
  grantDelivering(grantee: IGrantable): void {
    this.grantReading(grantee);
    this.grantAdding(grantee);
    this.grant(grantee, [this.table.tableArn], 'dynamodb:UpdateItem');
  }

  /** Reads crawls, admits what waits, ends and finalizes. */
  grantMoving(grantee: IGrantable): void {
    this.grantReading(grantee);
    this.grant(grantee, [this.table.tableArn], 'dynamodb:UpdateItem');
    this.grantIndex(grantee, frontier);
  }

  /** Leases and finishes rows. */
  grantFinishing(grantee: IGrantable): void {
    this.grantMoving(grantee);
    this.grant(grantee, [this.table.tableArn], 'dynamodb:BatchGetItem');
  }

  /** Records what pages link to, leases and finishes rows. */
  grantWorking(grantee: IGrantable): void {
    this.grantFinishing(grantee);
    this.grantAdding(grantee);
    this.grant(grantee, [this.table.tableArn], 'dynamodb:PartiQLInsert');
  }

  /** Finds crawls that nobody looks after. */
  grantSweeping(grantee: IGrantable): void {
    this.grantMoving(grantee);
    this.grantIndex(grantee, collection);
  }

  private grantIndex(grantee: IGrantable, name: string): void {
    this.grant(grantee, [`${this.table.tableArn}/index/${name}`], 'dynamodb:Query');
  }

  private grant(grantee: IGrantable, resourceArns: string[], ...actions: string[]): void {
    Grant.addToPrincipal({ grantee, actions, resourceArns });
  }
}
