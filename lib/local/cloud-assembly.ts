import { join } from 'node:path';

import type { TemplateObject } from './intrinsics.ts';
import { readStateFile } from './state-file.ts';

export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: TemplateObject;
}

export interface CloudAssembly {
  readonly resources: Readonly<Record<string, TemplateResource>>;
  readonly outputs: Readonly<Record<string, { readonly Value: TemplateObject | string }>>;
  /** The folder of a file asset, by the object key that the template names. */
  readonly assetDirectory: (objectKey: string) => string;
}

interface Manifest {
  readonly artifacts: Readonly<
    Record<string, { readonly type: string; readonly properties?: { readonly templateFile?: string } }>
  >;
}

interface AssetManifest {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path: string };
        readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>;
      }
    >
  >;
}

interface Template {
  readonly Resources: CloudAssembly['resources'];
  readonly Outputs?: CloudAssembly['outputs'];
  readonly Conditions?: unknown;
  readonly Mappings?: unknown;
  readonly Transform?: unknown;
}

const readJson = (...path: string[]): Record<string, unknown> =>
  readStateFile(join(...path), 'Delete its folder and synthesise the stack again.');

/** Reads what `node bin/app.ts` wrote: one stack, its template and its assets. */
export function readCloudAssembly(directory: string): CloudAssembly {
  const { artifacts } = readJson(directory, 'manifest.json') as unknown as Manifest;
  const stacks = Object.entries(artifacts).filter(
    ([, artifact]) => artifact.type === 'aws:cloudformation:stack',
  );
  const [stack, ...others] = stacks;
  const templateFile = stack?.[1].properties?.templateFile;
  if (stack === undefined || templateFile === undefined || others.length > 0)
    throw new Error(`This runner runs one stack; the cloud assembly has ${stacks.length}.`);
  const template = readJson(directory, templateFile) as unknown as Template;
  for (const section of ['Conditions', 'Mappings', 'Transform'] as const)
    if (template[section] !== undefined)
      throw new Error(`The template has ${section}, which this runner does not support.`);

  const { files } = readJson(directory, `${stack[0]}.assets.json`) as unknown as AssetManifest;
  const directories = new Map(
    Object.values(files).flatMap(({ source, destinations }) =>
      Object.values(destinations).map(({ objectKey }) => [objectKey, join(directory, source.path)] as const),
    ),
  );
  return {
    resources: template.Resources,
    outputs: template.Outputs ?? {},
    assetDirectory: (objectKey) => {
      const path = directories.get(objectKey);
      if (path === undefined)
        throw new Error(`The template names the asset ${objectKey}, which the assembly lacks.`);
      return path;
    },
  };
}
