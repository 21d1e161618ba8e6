/** Seconds that an answer asks to be left alone; `undefined` when it names none. */
export function retryAfterSeconds(headers: Readonly<Record<string, string>>): number | undefined {
  const text = headers['retry-after'];
  const seconds = Number(text);
  return text !== undefined && seconds >= 0 ? seconds : undefined;
}
