/** Rules that have a value. Any other word before a colon is the name of a robot. */
const valuedRules = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);

/**
 * Whether `X-Robots-Tag` asks the robot `token` not to follow the links of a page, as `<meta name="robots">` may. A name
 * holds for all rules after it (`googlebot: noindex, nofollow`), up to the next name.
 */
export function headerForbidsFollowing(headers: Readonly<Record<string, string>>, token: string): boolean {
  let isForUs = true;
  for (const part of (headers['x-robots-tag'] ?? '').toLowerCase().split(',')) {
    const [, name, rest = part] = /^\s*([a-z][\w-]*)\s*:(.*)$/s.exec(part) ?? [];
    const isName = name !== undefined && !valuedRules.has(name);
    if (isName) isForUs = name === token.toLowerCase();
    const rule = (isName ? rest : part).trim();
    if (isForUs && (rule === 'nofollow' || rule === 'none')) return true;
  }
  return false;
}
