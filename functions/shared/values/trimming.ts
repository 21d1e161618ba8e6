/**
 * A text without the characters of `trimmed` at its end. Linear: `/[…]+$/` is quadratic, it starts again at every
 * character of a run that is not the end.
 */
export function withoutEnd(text: string, trimmed: ReadonlySet<string>): string {
  let end = text.length;
  while (end > 0 && trimmed.has(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}
