const octetsOf = (v4: string): readonly number[] => v4.split('.').map(Number);

const numberOf = (v4: string): number => octetsOf(v4).reduce((value, octet) => value * 256 + octet, 0);

const hex = (value: number): string => `0x${value.toString(16)}`;
const octal = (value: number): string => `0${value.toString(8)}`;

const fullWidth = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

const percentEncoded = (text: string): string =>
  text.replace(/./g, (character) => `%${character.codePointAt(0)!.toString(16)}`);

/** The ways in which a URL can name an IPv4 address. */
export function v4HostSpellings(v4: string): readonly string[] {
  const [a, b, c, d] = octetsOf(v4) as [number, number, number, number];
  return [
    v4,
    `${v4}.`,
    `${numberOf(v4)}`,
    hex(numberOf(v4)),
    hex(numberOf(v4)).toUpperCase().replace('0X', '0X0'),
    octal(numberOf(v4)),
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    `${hex(a)}.${octal(b)}.${c}.${hex(d)}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${octal((b * 256 + c) * 256 + d)}`,
    fullWidth(v4),
    v4.replaceAll('.', '。'),
    percentEncoded(v4),
  ];
}

const hextets = (v4: string): string => {
  const [a, b, c, d] = octetsOf(v4) as [number, number, number, number];
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};

const inverted = (v4: string): string =>
  hextets(
    octetsOf(v4)
      .map((octet) => 255 - octet)
      .join('.'),
  );

interface Carrier {
  readonly name: string;
  readonly spell: (v4: string) => string;
  /** Whether a public IPv4 address inside makes the IPv6 address public. */
  readonly carriesPublic: boolean;
}

/** The ways in which an IPv6 address can hold an IPv4 address. */
export const v6Carriers: readonly Carrier[] = [
  { name: 'mapped', spell: (v4) => `::ffff:${v4}`, carriesPublic: false },
  { name: 'mapped in hex', spell: (v4) => `::ffff:${hextets(v4)}`, carriesPublic: false },
  { name: 'mapped in full', spell: (v4) => `0:0:0:0:0:FFFF:${v4}`, carriesPublic: false },
  { name: 'compatible', spell: (v4) => `::${v4}`, carriesPublic: false },
  { name: 'translated', spell: (v4) => `::ffff:0:${v4}`, carriesPublic: false },
  { name: '6to4', spell: (v4) => `2002:${hextets(v4)}::1`, carriesPublic: false },
  {
    name: 'Teredo client',
    spell: (v4) => `2001:0:4136:e378:8000:63bf:${inverted(v4)}`,
    carriesPublic: false,
  },
  { name: 'Teredo server', spell: (v4) => `2001:0:${hextets(v4)}:8000:63bf:3fff:fdd2`, carriesPublic: false },
  { name: 'local NAT64', spell: (v4) => `64:ff9b:1::${v4}`, carriesPublic: false },
  { name: 'NAT64', spell: (v4) => `64:ff9b::${v4}`, carriesPublic: true },
  { name: 'NAT64 in hex', spell: (v4) => `0064:FF9B:0:0:0:0:${hextets(v4)}`, carriesPublic: true },
  { name: 'ISATAP', spell: (v4) => `2600:1f18:1::5efe:${v4}`, carriesPublic: true },
  { name: 'ISATAP, universal', spell: (v4) => `2600:1f18:1::200:5efe:${v4}`, carriesPublic: true },
  { name: 'ISATAP, link-local', spell: (v4) => `fe80::5efe:${v4}`, carriesPublic: false },
];

/** All eight groups, from any spelling without a dotted tail. */
function groupsOf(v6: string): readonly string[] {
  const [head = '', tail] = v6.split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = (tail ?? '').split(':').filter((group) => group !== '');
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

const dotted = (high: string, low: string): string =>
  [high, low]
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.');

/** The ways in which one IPv6 address can be written. */
export function v6Spellings(v6: string): readonly string[] {
  const groups = groupsOf(v6);
  const padded = groups.map((group) => group.padStart(4, '0'));
  return [
    v6,
    v6.toUpperCase(),
    groups.join(':'),
    padded.join(':'),
    padded.join(':').toUpperCase(),
    `${groups.slice(0, 6).join(':')}:${dotted(groups[6]!, groups[7]!)}`,
  ];
}
