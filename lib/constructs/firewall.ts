import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { Validations } from 'aws-cdk-lib';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

import { floodResponse } from '#shared/contract/gateway-responses.ts';

/**
 * Requests of one IP address in five minutes, above what the largest plan allows one key: 5,000 a minute. It stops
 * floods; rates are the plans' business.
 */
const maxRequestsPerAddress = 30_000;

/**
 * Rules of AWS that only count here, because what they look for is what callers send: URLs with IP addresses, markup,
 * schemas of many kilobytes, clients that give no name.
 */
const onlyCounted = [
  'SizeRestrictions_BODY',
  'SizeRestrictions_QUERYSTRING',
  'CrossSiteScripting_BODY',
  'CrossSiteScripting_QUERYARGUMENTS',
  'GenericRFI_BODY',
  'GenericRFI_QUERYARGUMENTS',
  'GenericLFI_BODY',
  'EC2MetaDataSSRF_BODY',
  'EC2MetaDataSSRF_QUERYARGUMENTS',
  'NoUserAgent_HEADER',
];

const visible = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  // Samples would show query strings, and a query may hold an API key.
  sampledRequestsEnabled: false,
  metricName,
});

const managed = (priority: number, name: string, counted: readonly string[] = []) => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: visible(name),
});

const floodBody = 'too-many-requests';
const tooMany = {
  responseCode: floodResponse.statusCode,
  customResponseBodyKey: floodBody,
  responseHeaders: Object.entries(floodResponse.headers ?? {}).map(([name, value]) => ({ name, value })),
};

/** The firewall before the API: rules that AWS maintains, and a limit of requests by IP address. */
export class Firewall extends Construct {
  constructor(scope: Construct, stage: Stage) {
    super(scope, 'firewall');
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      customResponseBodies: {
        [floodBody]: { contentType: 'APPLICATION_JSON', content: JSON.stringify(floodResponse.body) },
      },
      rules: [
        {
          name: 'RequestsPerAddress',
          priority: 0,
          action: { block: { customResponse: tooMany } },
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: maxRequestsPerAddress,
              evaluationWindowSec: 300,
            },
          },
          visibilityConfig: visible('RequestsPerAddress'),
        },
        managed(1, 'AWSManagedRulesCommonRuleSet', onlyCounted),
        managed(2, 'AWSManagedRulesKnownBadInputsRuleSet'),
      ],
      visibilityConfig: visible('Firewall'),
    });
    Validations.of(acl).acknowledge({
      id: 'AwsSolutions-WAF1',
      reason: 'Its log would hold query strings, and a query may hold an API key; its metrics are kept.',
    });
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: stage.stageArn,
      webAclArn: acl.attrArn,
    });
  }
}
