/** A text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A request as a command that works when it is pasted. */
export const curlOf = (url: string, key: string, body: unknown): string =>
  [
    `curl -s ${url}`,
    `-H ${quoted(`X-API-Key: ${key}`)}`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ');
