/**
 * Whether `X-Robots-Tag` asks not to follow the links of a page, as `<meta name="robots">` may. What it says to a robot
 * by name (`googlebot: nofollow`) is not said to us.
 */
export const headerForbidsFollowing = (headers: Readonly<Record<string, string>>): boolean =>
  (headers['x-robots-tag'] ?? '')
    .toLowerCase()
    .split(',')
    .some((directive) => ['nofollow', 'none'].includes(directive.trim()));
