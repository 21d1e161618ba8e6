/** The variables of API Gateway's access log that this gateway knows. */
export interface AccessLogContext {
  readonly requestId: string;
  readonly 'identity.sourceIp': string;
  readonly requestTimeEpoch: string;
  readonly httpMethod: string;
  readonly resourcePath: string;
  readonly status: string;
  readonly responseLatency: string;
  readonly responseLength: string;
}

const known: ReadonlySet<string> = new Set<keyof AccessLogContext>([
  'requestId',
  'identity.sourceIp',
  'requestTimeEpoch',
  'httpMethod',
  'resourcePath',
  'status',
  'responseLatency',
  'responseLength',
]);
const variable = /\$context\.([\w.]+)/g;

/** Compiles the stage's log format. Throws at once when the format has an unknown variable. */
export function accessLogLine(format: string): (context: AccessLogContext) => string {
  const unknown = [...format.matchAll(variable)]
    .map(([, name = '']) => name)
    .filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(`The access log names $context.${unknown.join(', $context.')}, which is unknown here.`);
  return (context) =>
    format.replace(variable, (_match, name: string) => context[name as keyof AccessLogContext]);
}
