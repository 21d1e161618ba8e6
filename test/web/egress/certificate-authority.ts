import { type KeyObject, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

// X.509 in as many lines as TLS tests need (RFC 5280, section 4.1), so that no private key and no expiry date
// lies in the repository.

/** The shortest form, which Chromium insists on. */
const lengthOf = ({ length }: Buffer): readonly number[] => {
  if (length < 128) return [length];
  return length < 256 ? [0x81, length] : [0x82, Math.floor(length / 256), length % 256];
};

const der = (tag: number, ...contents: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body)]), body]);
};

const sequence = (...contents: readonly Buffer[]) => der(0x30, ...contents);
const integer = (bytes: Buffer) => der(0x02, bytes);
const octets = (content: Buffer) => der(0x04, content);
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);
const yes = der(0x01, Buffer.from([0xff]));

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const base128 = (value: number): number[] => {
    const groups = [value % 128];
    for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
      groups.unshift((left % 128) + 128);
    return groups;
  };
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));

const nameOf = (commonName: string) =>
  sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(commonName)))));

const time = (date: Date) => der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')));

const extension = (id: string, value: Buffer, critical?: Buffer) =>
  sequence(oid(id), ...(critical === undefined ? [] : [critical]), octets(value));

const alternativeName = (host: string) =>
  isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));

interface Subject {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly notAfter: Date;
}

interface Issuer {
  readonly name: string;
  readonly privateKey: KeyObject;
}

const yearMs = 365 * 86_400_000;

function certify(subject: Subject, issuer: Issuer): string {
  const toBeSigned = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    nameOf(issuer.name),
    sequence(time(new Date(subject.notAfter.getTime() - yearMs)), time(subject.notAfter)),
    nameOf(subject.name),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...subject.extensions)),
  );
  const signature = sign('sha256', toBeSigned, { key: issuer.privateKey, dsaEncoding: 'der' });
  const encoded = sequence(toBeSigned, ecdsaWithSha256, bits(signature)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${encoded.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const inAMonth = (): Date => new Date(Date.now() + 30 * 86_400_000);

/** What `https.createServer` takes. */
export interface ServerIdentity {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateAuthority {
  readonly certificate: string;
  readonly issue: (host: string, notAfter?: Date) => ServerIdentity;
}

const hostExtensions = (host: string) => [extension('2.5.29.17', sequence(alternativeName(host)))];

export function createCertificateAuthority(name = 'Test authority'): CertificateAuthority {
  const { publicKey, privateKey } = newKeys();
  const issuer = { name, privateKey };
  const extensions = [extension('2.5.29.19', sequence(yes), yes)];
  return {
    certificate: certify({ name, publicKey, extensions, notAfter: inAMonth() }, issuer),
    issue: (host, notAfter = inAMonth()) => {
      const own = newKeys();
      const subject = { name: host, publicKey: own.publicKey, extensions: hostExtensions(host), notAfter };
      return { cert: certify(subject, issuer), key: pem(own.privateKey) };
    },
  };
}

export function selfSigned(host: string): ServerIdentity {
  const { publicKey, privateKey } = newKeys();
  const subject = { name: host, publicKey, extensions: hostExtensions(host), notAfter: inAMonth() };
  return { cert: certify(subject, { name: host, privateKey }), key: pem(privateKey) };
}
