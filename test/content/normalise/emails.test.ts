import { describe } from 'vitest';

import { follows } from './follows.ts';

describe('protected email addresses', () => {
  const code = '2a4b4e4b6a4d5f464604525047';
  const shown = (() => {
    const [key = 0, ...bytes] = Buffer.from(code, 'hex');
    return Buffer.from(bytes.map((byte) => byte ^ key)).toString();
  })();

  follows([
    [
      'are shown',
      `Write to <a class="__cf_email__" data-cfemail="${code}">[email&#160;protected]</a>.`,
      `Write to ${shown}.`,
    ],
    [
      'are shown in code',
      `<pre>to = <span data-cfemail="${code}">[email protected]</span></pre>`,
      ['```', `to = ${shown}`, '```'].join('\n'),
    ],
    ['are linked', `<a href="/cdn-cgi/l/email-protection#${code}">Write</a>`, `[Write](mailto:${shown})`],
    [
      'are linked where TYPO3 shifts their characters',
      `<a href="javascript:linkTo_UnCryptMailto('nbjmup+xsjufAibscpvs\\/fybnqmf');">Write</a>, <a href="javascript:linkTo_UnCryptMailto(%27nbjmup%2Bxsjuf%41ibscpvs%5C%2Ffybnqmf%27);">write</a> or <a href="#" data-mailto-token="thpsav1dypalGohyivby5lehtwsl" data-mailto-vector="7">send</a>`,
      '[Write](mailto:write@harbour.example), [write](mailto:write@harbour.example) or [send](mailto:write@harbour.example)',
    ],
    [
      'keep their link where TYPO3 did not write its token',
      '<a href="https://a.test/" data-mailto-token="xyz">Contact</a>, <a data-mailto-token="xyz" href="mailto:a@b.example">write</a>',
      '[Contact](https://a.test/), [write](mailto:a@b.example)',
    ],
    [
      'are linked where a script of Joomla writes them into an element',
      `<p>Write to <span id="cloak7f">This address is protected from spambots.</span><script>document.getElementById('cloak7f').innerHTML='';var prefix='m&#97;ilto:';var addy7f='&#97;da'+'&#64;';addy7f=addy7f+'mill'+'&#46;'+'example';var addy_text7f='&#97;da';</script>.</p>`,
      'Write to <ada@mill.example>.',
    ],
    [
      'are shown where a script of Joomla writes them before its sentence',
      `<p><script>var addy21 = '&#97;da' + '&#64;'; addy21 = addy21 + 'mill' + '&#46;' + 'example'; document.write(addy21);</script><script>document.write('<span style="display: none;">');</script>This address is protected from spambots.<script>document.write('</span>');</script></p>`,
      'ada@mill.example',
    ],
    [
      'are linked where an element of Joomla has their halves',
      `<p><joomla-hidden-mail first="${btoa('ada')}" last="${btoa('mill.example')}">This address is protected.</joomla-hidden-mail></p>`,
      '<ada@mill.example>',
    ],
    [
      'stay hidden where a script of Joomla has no address, or another text follows',
      `<p><script>var addy1 = 'ada' + ' at mill';</script>Spam: none. <script>var addy2 = 'ada' + '&#64;mill.example';</script>The mill is open.</p>`,
      'Spam: none. The mill is open.',
    ],
    [
      'stay hidden where the code is broken',
      '<a data-cfemail="2a4b4">[email protected]</a>',
      '[email protected]',
    ],
  ]);
});
