import { type CfnElement, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Grant, type IGrantable, type Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

import type { Settings } from '#shared/contract/settings.ts';
import { storage } from '../sizing.ts';

const prefixes = ['cache', 'idempotency', 'crawls', 'versions'] as const;
type Prefix = (typeof prefixes)[number];

/** Cached pages, stored replies, the results of crawls, and versions of pages. Everything in it expires. */
export class PagesBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, { RETENTION_DAYS }: Pick<Settings, 'RETENTION_DAYS'>) {
    super(scope, 'pages-bucket');
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // Kept with the stack's deletion; a first deployment that fails leaves none behind.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      lifecycleRules: [
        { prefix: 'cache/', expiration: Duration.days(storage.cacheDays) },
        { prefix: 'idempotency/', expiration: Duration.days(storage.idempotencyDays) },
        { prefix: 'crawls/', expiration: Duration.days(RETENTION_DAYS + storage.crawlGraceDays) },
        { prefix: 'versions/', expiration: Duration.days(storage.versionDays) },
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Holds copies of public pages until they expire; an access log would outweigh them.',
    });
  }

  /** Lists and removes objects. */
  grantDeletion(grantee: IGrantable): void {
    for (const prefix of prefixes) this.grantObjects(grantee, prefix, ['s3:DeleteObject']);
    Grant.addToPrincipal({ grantee, actions: ['s3:ListBucket'], resourceArns: [this.bucket.bucketArn] });
  }

  /** Reads, or also writes, objects under one prefix. */
  grantPrefix(grantee: IGrantable, prefix: Prefix, access: 'read' | 'write' | 'both' = 'both'): void {
    this.grantObjects(grantee, prefix, [
      ...(access === 'write' ? [] : ['s3:GetObject']),
      ...(access === 'read' ? [] : ['s3:PutObject']),
    ]);
    if (access === 'write') return;
    // Without the permission to list, S3 returns 403 instead of 404 for a missing object.
    Grant.addToPrincipal({ grantee, actions: ['s3:ListBucket'], resourceArns: [this.bucket.bucketArn] });
  }

  private grantObjects(grantee: IGrantable, prefix: Prefix, actions: string[]): void {
    Grant.addToPrincipal({
      grantee,
      actions,
      resourceArns: [this.bucket.arnForObjects(`${prefix}/*`)],
    });
    const bucketId = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnElement);
    Validations.of(grantee.grantPrincipal as Role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${prefix}/*]`,
      reason: 'Object names are hashes; the prefix is the boundary.',
    });
  }
}
