const links = (...names: readonly string[]): string =>
  `<ul>${names.map((name) => `<li><a href="/${name.toLowerCase().replaceAll(' ', '-')}">${name}</a></li>`).join('')}</ul>`;

/** A page of a shop with `content` between its menu and its footer. */
export const shopPage = (content = '', script = '<script src="/app.js"></script>'): string => `<!doctype html>
<html lang="en"><head><title>Pan shop</title>${script}</head><body>
<header><nav>${links('Home', 'New in', 'Sale', 'Gift cards', 'Cart', 'Sign in')}</nav></header>
<div id="content">${content}</div>
<div class="site-footer"><div class="footer-column"><h4>Help</h4>${links('Help center', 'Disputes', 'Returns and refunds', 'Report a problem')}</div>
<div class="footer-column"><h4>Languages</h4>${links('English', 'Spanish', 'French', 'German', 'Italian')}</div>
<p class="copyright">© 2026 Pan shop. All rights reserved. Privacy policy. Terms of use.</p></div></body></html>`;
