import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'peers');

/** The path of a program of `peers`, a package of its own. Ends the process when that package is not installed. */
export function peerModule(file: string): string {
  if (!existsSync(join(folder, 'node_modules'))) {
    console.error('The software to compare with is not installed: npm install --prefix test/bench/peers');
    process.exit(1);
  }
  return join(folder, file);
}
