/** `host:port` of a URL, with the default port of its scheme when it names none. */
export const authorityOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
