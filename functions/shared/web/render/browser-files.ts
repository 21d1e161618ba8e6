import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';

/** A browser that can be started, and its whole environment. */
export interface BrowserFiles {
  readonly executablePath: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Profiles of running browsers. */
  readonly profilesDirectory: string;
  /** Whether all of the browser runs in one process, which is all that Lambda allows. */
  readonly isSingleProcess: boolean;
}

/** Fonts that pages name beside the generic families and that our machines lack. */
const namedFaces = {
  'Open Sans': ['Arial', 'Helvetica', 'Helvetica Neue', 'Verdana', 'Tahoma', 'Segoe UI', 'Roboto', 'Calibri'],
  'Noto Serif': ['Times New Roman', 'Times', 'Georgia', 'Cambria', 'Garamond', 'Palatino', 'Book Antiqua'],
  'Noto Sans Mono': ['Courier New', 'Courier', 'Consolas', 'Menlo', 'Monaco'],
} as const;

const aliases = Object.entries(namedFaces)
  .flatMap(([face, names]) =>
    names.map(
      (name) =>
        `  <alias binding="same"><family>${name}</family><prefer><family>${face}</family></prefer></alias>`,
    ),
  )
  .join('\n');

/** Open Sans comes first; the machine's own fonts are left out, so that every machine renders alike. */
const fontsConfiguration = (fonts: string, cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${cache}</cachedir>
${aliases}
  <alias><family>monospace</family><prefer><family>Noto Sans Mono</family></prefer></alias>
  <alias><family>emoji</family><prefer><family>Noto Color Emoji</family></prefer></alias>
  <alias>
    <family>sans-serif</family>
    <prefer><family>Open Sans</family><family>Noto Sans JP</family><family>Noto Sans SC</family><family>Noto Sans KR</family></prefer>
  </alias>
  <alias>
    <family>serif</family>
    <prefer><family>Noto Serif</family><family>Noto Sans JP</family><family>Noto Sans SC</family><family>Noto Sans KR</family></prefer>
  </alias>
</fontconfig>
`;

/** Renamed into place only when complete, so that no process starts a half-written executable. */
async function decompressExecutable(from: string, to: string): Promise<void> {
  const unfinished = `${to}.${process.pid}`;
  await pipeline(
    createReadStream(from, { highWaterMark: 1 << 20 }),
    createZstdDecompress({ chunkSize: 1 << 21 }),
    createWriteStream(unfinished, { mode: 0o700 }),
  );
  renameSync(unfinished, to);
}

/** Folders of profiles and of a fonts configuration, which no other user may write to. */
function prepareWork(assetDirectory: string, workDirectory: string) {
  const profilesDirectory = join(workDirectory, 'profiles');
  const fontsDirectory = join(workDirectory, 'fonts');
  for (const directory of [profilesDirectory, fontsDirectory])
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  const configuration = join(fontsDirectory, 'fonts.conf');
  if (!existsSync(configuration))
    writeFileSync(
      configuration,
      fontsConfiguration(join(assetDirectory, 'fonts'), join(fontsDirectory, 'cache')),
    );
  return {
    profilesDirectory,
    environment: { FONTCONFIG_PATH: fontsDirectory, HOME: profilesDirectory, TMPDIR: profilesDirectory },
  };
}

/** A Chrome or Chromium of this machine, with the fonts of the asset. */
export const installedBrowser = (
  executablePath: string,
  assetDirectory: string,
  workDirectory: string,
): BrowserFiles => ({
  executablePath,
  ...prepareWork(assetDirectory, workDirectory),
  // Installed browsers are not made for one process; some do not start in it.
  isSingleProcess: false,
});

/**
 * Unpacks the browser of an asset into a folder that no other user may write to. About
 * 210 MB and half a second the first time, nothing afterwards.
 */
export async function unpackBrowser(assetDirectory: string, workDirectory: string): Promise<BrowserFiles> {
  const executablePath = join(workDirectory, 'chromium');
  const { profilesDirectory, environment } = prepareWork(assetDirectory, workDirectory);
  if (!existsSync(executablePath)) {
    const graphics = join(assetDirectory, 'graphics');
    // Chromium looks for its drivers beside the executable.
    for (const name of readdirSync(graphics))
      if (!existsSync(join(workDirectory, name)))
        symlinkSync(join(graphics, name), join(workDirectory, name));
    await decompressExecutable(join(assetDirectory, 'chromium.zst'), executablePath);
  }
  return {
    executablePath,
    profilesDirectory,
    environment: { ...environment, LD_LIBRARY_PATH: join(assetDirectory, 'lib') },
    isSingleProcess: true,
  };
}
