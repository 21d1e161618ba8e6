/**
 * A text without the characters at its end that are among `trimmed`. Looks at each of them once: `/[…]+$/` begins
 * anew at every one of them wherever a run of them is not the end.
 */
export function withoutEnd(text: string, trimmed: ReadonlySet<string>): string {
  let end = text.length;
  while (end > 0 && trimmed.has(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}
