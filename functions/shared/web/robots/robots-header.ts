/** Rules that have a value. Any other word before a colon is the name of a robot. */
const valuedRules = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);

/**
 * Whether `X-Robots-Tag` asks not to follow the links of a page, as `<meta name="robots">` may. What it says to a robot
 * by name is not said to us, and the name holds for all rules after it (`googlebot: noindex, nofollow`).
 */
export function headerForbidsFollowing(headers: Readonly<Record<string, string>>): boolean {
  const rules = (headers['x-robots-tag'] ?? '').toLowerCase().split(',');
  const firstNamed = rules.findIndex((rule) => {
    const name = /^\s*([a-z][\w-]*)\s*:/.exec(rule)?.[1];
    return name !== undefined && !valuedRules.has(name);
  });
  return rules
    .slice(0, firstNamed === -1 ? rules.length : firstNamed)
    .some((rule) => ['nofollow', 'none'].includes(rule.trim()));
}
