import type { KeyInput } from 'puppeteer-core';

/** Keys with a name of several characters that are on most keyboards. */
const namedKeys = [
  'Alt',
  'AltGraph',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'Backspace',
  'CapsLock',
  'ContextMenu',
  'Control',
  'Delete',
  'End',
  'Enter',
  'Escape',
  'F1',
  'F2',
  'F3',
  'F4',
  'F5',
  'F6',
  'F7',
  'F8',
  'F9',
  'F10',
  'F11',
  'F12',
  'Home',
  'Insert',
  'Meta',
  'NumLock',
  'PageDown',
  'PageUp',
  'Pause',
  'PrintScreen',
  'ScrollLock',
  'Shift',
  'Space',
  'Tab',
] as const satisfies readonly KeyInput[];

/** Other names of these keys, as they are written on keyboards and in other programs. */
const otherNames = {
  cmd: 'Meta',
  command: 'Meta',
  ctrl: 'Control',
  del: 'Delete',
  down: 'ArrowDown',
  esc: 'Escape',
  ins: 'Insert',
  left: 'ArrowLeft',
  option: 'Alt',
  pgdn: 'PageDown',
  pgup: 'PageUp',
  return: 'Enter',
  right: 'ArrowRight',
  spacebar: 'Space',
  up: 'ArrowUp',
  windows: 'Meta',
} as const satisfies Readonly<Record<string, (typeof namedKeys)[number]>>;

const byName: ReadonlyMap<string, KeyInput> = new Map([
  ...namedKeys.map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(otherNames),
]);

/**
 * The keys of `Control+a`, in their order. Names of several characters are understood without regard to case, blanks,
 * hyphens and underscores; a single character is itself. An unknown name stays as it is, and is no `KeyInput`.
 */
export const keysOf = (text: string): readonly KeyInput[] =>
  // `+` is a key, too.
  text.split(/(?<=[^+\s]\s*)\+/).map((part) => {
    const name = part.trim();
    if (name.length <= 1) return (name === '' ? part : name) as KeyInput;
    return byName.get(name.replaceAll(/[\s_-]/g, '').toLowerCase()) ?? (name as KeyInput);
  });
