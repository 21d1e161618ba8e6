import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress, createZstdCompress } from 'node:zlib';

import { extract } from 'tar-fs';

// All files of the browser are prepared beside the function's bundle, so that a cold start only has to
// decompress one file. Nothing is installed or downloaded when the stack is synthesised.

const require = createRequire(import.meta.url);

/** One weight each; browsers synthesise bold and italic. Open Sans adds Latin, Cyrillic and Greek. */
const fonts: readonly (readonly [packageName: string, file: string])[] = [
  ['noto-sans-jp', 'NotoSansJP'],
  ['noto-sans-sc', 'NotoSansSC'],
  ['noto-sans-kr', 'NotoSansKR'],
  ['noto-sans-arabic', 'NotoSansArabic'],
  ['noto-sans-hebrew', 'NotoSansHebrew'],
  ['noto-sans-devanagari', 'NotoSansDevanagari'],
  ['noto-sans-bengali', 'NotoSansBengali'],
  ['noto-sans-tamil', 'NotoSansTamil'],
  ['noto-sans-telugu', 'NotoSansTelugu'],
  ['noto-sans-thai', 'NotoSansThai'],
  ['noto-sans-khmer', 'NotoSansKhmer'],
  ['noto-sans-georgian', 'NotoSansGeorgian'],
  ['noto-sans-armenian', 'NotoSansArmenian'],
  ['noto-serif', 'NotoSerif'],
  ['noto-sans-mono', 'NotoSansMono'],
  ['noto-color-emoji', 'NotoColorEmoji'],
];

const packageDirectory = (name: string): string => dirname(require.resolve(`${name}/package.json`));

const chromiumDirectory = (): string => dirname(dirname(require.resolve('@sparticuz/chromium')));

const versionOf = (directory: string): string =>
  (JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string }).version;

async function unpack(archive: string, into: string): Promise<void> {
  await pipeline(
    createReadStream(join(chromiumDirectory(), 'bin', `${archive}.tar.br`)),
    createBrotliDecompress(),
    extract(into),
  );
}

/**
 * Recompresses brotli as zstd: 15 % larger, decompressed in a fifth of the time, which every cold start waits for.
 * Levels above 9 take ten times as long for 3 % less.
 */
async function recompress(directory: string): Promise<void> {
  await pipeline(
    createReadStream(join(chromiumDirectory(), 'bin', 'chromium.br')),
    createBrotliDecompress(),
    createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_windowLog]: 23 },
    }),
    createWriteStream(join(directory, 'chromium.zst')),
  );
}

/** Prepares `chromium.zst`, `lib`, `graphics` and `fonts`, unless the folder is up to date. */
export async function prepareBrowserAssets(
  directory: string,
  progress: (step: string) => void = () => {},
): Promise<void> {
  const stamp = join(directory, 'versions.json');
  const versions = JSON.stringify([
    createHash('sha256')
      .update(readFileSync(import.meta.filename))
      .digest('hex'),
    versionOf(chromiumDirectory()),
    ...fonts.map(([name]) => `${name} ${versionOf(packageDirectory(`@expo-google-fonts/${name}`))}`),
  ]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === versions) return;

  progress('unpacking the browser (only the first time)');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(join(directory, 'fonts'), { recursive: true });
  // Libraries of Amazon Linux 2023, also used on other machines that lack them.
  await unpack('al2023', directory);
  await unpack('swiftshader', join(directory, 'graphics'));
  await unpack('fonts', directory);
  rmSync(join(directory, 'fonts.conf'));
  for (const [name, file] of fonts) {
    const source = packageDirectory(`@expo-google-fonts/${name}`);
    copyFileSync(
      join(source, '400Regular', `${file}_400Regular.ttf`),
      join(directory, 'fonts', `${file}.ttf`),
    );
  }
  progress('compressing the browser again, so that it starts sooner (only the first time)');
  await recompress(directory);
  writeFileSync(stamp, versions);
}
