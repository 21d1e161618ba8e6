import { createApp } from '../lib/app.ts';
import { buildBundles } from '../lib/bundles.ts';
import { readSettings } from '../lib/settings.ts';

/** Run by the CDK command line, which names the output folder, or by hand. Needs no credentials. */
await buildBundles();
createApp(readSettings(process.env), process.env['CDK_OUTDIR'] ?? 'cdk.out').synth();
