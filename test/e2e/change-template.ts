/**
 * Loaded into the processes of `npm start` (NODE_OPTIONS): the one that synthesises the stack changes its template, as
 * TEMPLATE_CHANGES says, once it is written. The service then runs that template, which no setting could make.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TemplateChange {
  /** A regular expression of logical ids; it must match one at least. */
  readonly id: string;
  readonly path: readonly string[];
  readonly value: unknown;
}

type Tree = { [name: string]: Tree };

/** The variables with which a service runs a changed template. */
export const changing = (changes: readonly TemplateChange[]): Readonly<Record<string, string>> =>
  changes.length === 0
    ? {}
    : { NODE_OPTIONS: `--import=${import.meta.filename}`, TEMPLATE_CHANGES: JSON.stringify(changes) };

function apply({ id, path, value }: TemplateChange, resources: Tree): void {
  const changed = Object.keys(resources).filter((name) => new RegExp(id).test(name));
  if (changed.length === 0) throw new Error(`The template has no resource ${id}.`);
  for (const name of changed) {
    let place = resources[name] ?? {};
    for (const step of path.slice(0, -1)) place = place[step] ??= {};
    place[path.at(-1) ?? ''] = value as Tree;
  }
}

const outdir = process.env['CDK_OUTDIR'];
if (outdir !== undefined && process.argv[1]?.endsWith('/bin/app.ts') === true)
  process.once('exit', (code) => {
    if (code !== 0) return;
    const file = join(outdir, 'Winnow.template.json');
    const template = JSON.parse(readFileSync(file, 'utf8')) as { readonly Resources: Tree };
    const changes = JSON.parse(process.env['TEMPLATE_CHANGES'] ?? '[]') as readonly TemplateChange[];
    for (const change of changes) apply(change, template.Resources);
    writeFileSync(file, JSON.stringify(template));
  });
