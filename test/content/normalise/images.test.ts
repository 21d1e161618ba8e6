import { describe } from 'vitest';

import { follows } from './follows.ts';

describe('images', () => {
  follows([
    [
      'in posts of Discourse do not have the file name and the size that are written over them',
      '<div class="lightbox-wrapper"><a class="lightbox" href="https://a.test/original/oar.png" title="oar"><img src="https://a.test/oar_690x400.png" alt="An oar"><div class="meta"><svg></svg><span class="filename">oar</span><span class="informations">1920×1080 120 KB</span><svg></svg></div></a></div>',
      '[![An oar](https://a.test/oar_690x400.png)](https://a.test/original/oar.png "oar")',
    ],
    [
      'of Wix are the whole ones, not the blurred copies that are shown first',
      '<img src="https://static.wixstatic.com/media/0b~mv2.jpg/v1/fill/w_147,h_110,al_c,blur_2,enc_avif/0b~mv2.jpg" alt="Oar"><img src="https://static.wixstatic.com/media/0c~mv2.jpg/v1/fill/w_740,h_493/0c~mv2.jpg" alt="Oak">',
      '![Oar](https://static.wixstatic.com/media/0b~mv2.jpg)![Oak](https://static.wixstatic.com/media/0c~mv2.jpg/v1/fill/w_740,h_493/0c~mv2.jpg)',
    ],
    [
      'that are lazy have their largest copy, also beside a small one that is shown first',
      '<img src="https://a.test/500.jpg" srcset="https://a.test/80.jpg" data-srcset="https://a.test/80.jpg 80w, https://a.test/1280.jpg 1280w" alt="Oak">',
      '![Oak](https://a.test/1280.jpg)',
    ],
    [
      'of Adobe Experience Manager have their title as caption',
      '<p>Tides</p><div class="cmp-image"><img src="https://a.test/a.jpg" alt="Oar"><span class="cmp-image__title">Figure 1: an oar</span></div>',
      'Tides\n\n![Oar](https://a.test/a.jpg)\n\nFigure 1: an oar',
    ],
    [
      'show their caption once, where it is also the title of a player',
      '<figure><div><img src="https://a.test/a.jpg" alt="Oar"><div class="title">The  oar</div></div><figcaption><div>The oar</div></figcaption></figure>',
      '![Oar](https://a.test/a.jpg)\n\nThe oar',
    ],
    [
      'keep what only repeats the words of their caption by chance',
      '<figure><img src="https://a.test/a.jpg" alt=""><ul><li>Oak</li><li>Ash</li></ul><figcaption>Oak</figcaption></figure>',
      '![](https://a.test/a.jpg)\n\n- Oak\n- Ash\n\nOak',
    ],
    [
      'have the largest of several copies that are no lazy ones',
      '<img srcset="https://a.test/1.jpg 1x, https://a.test/2.jpg 2x" data-srcset="https://a.test/150.jpg 150w" alt="Oak">',
      '![Oak](https://a.test/2.jpg)',
    ],
    [
      'keep the underscores in the words of their text',
      '<img src="https://a.test/a.jpg" alt="tide_chart _2_">',
      '![tide_chart \\_2\\_](https://a.test/a.jpg)',
    ],
    [
      'are written once for light and for dark colours',
      '<p><img class="hide-on-dark" src="https://a.test/oak-1.svg" alt="Oak"><img class="hide-on-light" src="https://a.test/oak-2.svg" alt="Oak"> keeps <img src="https://a.test/elm-light.png" alt="Elm"><span><img src="https://a.test/elm-dark.png" alt="Elm"></span> and <img class="dark:hidden" src="https://a.test/1.png" alt="Ash"><img class="hidden dark:block" src="https://a.test/2.png" alt="Ash"></p>',
      '![Oak](https://a.test/oak-1.svg) keeps ![Elm](https://a.test/elm-light.png) and ![Ash](https://a.test/1.png)',
    ],
    [
      'that show something light or dark are all written',
      '<p><img src="https://light.test/ceiling-light-1.jpg" alt="Oak"><img src="https://light.test/ceiling-light-2.jpg" alt="Oak"><img src="https://a.test/ash-dark.jpg" alt="Ash"><img src="https://a.test/elm-light.jpg" alt="Elm"></p>',
      '![Oak](https://light.test/ceiling-light-1.jpg)![Oak](https://light.test/ceiling-light-2.jpg)![Ash](https://a.test/ash-dark.jpg)![Elm](https://a.test/elm-light.jpg)',
    ],
    [
      'are apart from the words beside them, but not from signs, or from words of Chinese',
      '<p><a href="/n"><img src="https://a.test/a.jpg"></a><b>22 December</b><img src="https://a.test/b.jpg">(<img src="https://a.test/c.jpg">),<br>Oar<img src="https://a.test/d.jpg"><br>Sail</p><p>水<img src="https://a.test/e.jpg">井</p>',
      '[![](https://a.test/a.jpg)](https://site.example/n) **22 December** ![](https://a.test/b.jpg)(![](https://a.test/c.jpg)),\\\nOar ![](https://a.test/d.jpg)\\\nSail\n\n水![](https://a.test/e.jpg)井',
    ],
    [
      'behind a placeholder without a host are those of their set',
      '<img class="lazy" src="//:0" data-srcset="https://a.test/160.jpg 160w, https://a.test/1440.jpg 1440w" alt="Oak">',
      '![Oak](https://a.test/1440.jpg)',
    ],
    [
      'of a few pixels are the icon of a site where they are called so',
      '<p><img src="https://a.test/a.png" alt="How to row" width="24" height="24" class="lazy favicon">May <img src="https://a.test/b.png" alt="Boat" width="24" height="24"></p>',
      'May ![Boat](https://a.test/b.png)',
    ],
    [
      'of a few pixels that screen readers skip are icons, whatever they are called',
      '<h2>Why tar?<img aria-hidden="true" alt="Chevron up" width="24" height="14" src="https://a.test/up.png"></h2>',
      '## Why tar?',
    ],
    [
      'in a row that screen readers skip are all kept',
      '<p><img aria-hidden="true" src="https://a.test/a.jpg"><img aria-hidden="true" src="https://a.test/b.jpg"></p>',
      '![](https://a.test/a.jpg)![](https://a.test/b.jpg)',
    ],
    [
      'of a gallery with one credit are all kept, where each has a file of its own in full size',
      '<figure><a href="https://a.test/oak.jpg"><img src="https://a.test/oak-150x150.jpg" alt="© Bo Ek, 2026"></a><a href="https://a.test/ash.jpg"><img src="https://a.test/ash-150x150.jpg" alt="© Bo Ek, 2026"></a></figure>',
      '[![© Bo Ek, 2026](https://a.test/oak-150x150.jpg)](https://a.test/oak.jpg) [![© Bo Ek, 2026](https://a.test/ash-150x150.jpg)](https://a.test/ash.jpg)',
    ],
    [
      'of buttons beside the image of a figure are icons',
      '<figure><img src="https://a.test/a.jpg" alt="Oak"><button><img src="https://a.test/next.png" alt="Next"></button></figure><figure><button class="lightbox"><img src="https://a.test/plus.svg" alt="+"></button></figure>',
      '![Oak](https://a.test/a.jpg)',
    ],
    [
      'of a picture are not those of the dark theme or of print, and widths may be in em',
      '<picture><source media="(prefers-color-scheme: dark) and (min-width: 900px)" srcset="https://a.test/dark.jpg"><source media="(min-width: 480px)" srcset="https://a.test/480.jpg"><source media="(min-width: 60em)" srcset="https://a.test/960.jpg"><img src="/placeholder.png" alt="Lamp"></picture>',
      '![Lamp](https://a.test/960.jpg)',
    ],
    [
      'above the headline stay when they have a caption, although the same image is below it',
      '<div><img src="https://a.test/b.jpg"> Ann Tarn</div><h1>A</h1><div><img src="https://a.test/b.jpg"></div><p>B</p>',
      '![](https://a.test/b.jpg) Ann Tarn\n\n# A\n\n![](https://a.test/b.jpg)\n\nB',
    ],
    [
      'above the headline are not repeated below it',
      '<div><img src="https://a.test/a.jpg"></div><h1>A</h1><div class="phone"><img src="https://a.test/a.jpg"></div><p>B</p>',
      '# A\n\n![](https://a.test/a.jpg)\n\nB',
    ],
    [
      'have no markup in their alternative texts, but may be about markup',
      '<img src="https://a.test/a.jpg" alt="<p>M<sup>es</sup> Lind and Ek</p>"><img src="https://a.test/b.jpg" alt="Years of <br> tags">',
      '![Mes Lind and Ek](https://a.test/a.jpg)![Years of \\<br> tags](https://a.test/b.jpg)',
    ],
    [
      'have no references in alternative texts that are escaped twice',
      '<img src="https://a.test/a.jpg" alt="The oar&amp;#039;s &amp;quot;blade&amp;quot; &amp;amp; grip, 10&amp;nbsp;km, Q&amp;amp;A">',
      '![The oar\'s "blade" & grip, 10 km, Q&A](https://a.test/a.jpg)',
    ],
    [
      'are photographs named after a colour or a thing, and no placeholders of such a name',
      '<p>a</p><img src="https://a.test/jacket-grey.jpg" alt="Jacket"><img src="https://a.test/front-loader.webp" alt="Loader"><img src="https://a.test/grey.jpg"><img src="https://a.test/ajax-loader.gif">',
      'a\n\n![Jacket](https://a.test/jacket-grey.jpg)![Loader](https://a.test/front-loader.webp)',
    ],
    [
      'are no placeholders with the name of a part of the page',
      '<p>a</p><img src="https://a.test/bg-grey.png"><img src="https://a.test/spacer-transparent.png"><img src="https://a.test/page-loading.png">',
      'a',
    ],
    [
      'are not the placeholder of a site builder',
      '<p>a</p><img src="https://a.test/assets/placeholder.60f9b1840c.svg" alt="Placeholder"><img src="https://a.test/gray.3f2a9b1c.webp" alt="A seal">',
      'a\n\n![A seal](https://a.test/gray.3f2a9b1c.webp)',
    ],
    [
      'have their URL without the width that an entry of a srcset has',
      '<img src="https://a.test/a.jpg 1470w" alt="Lamp\u200b">',
      '![Lamp](https://a.test/a.jpg)',
    ],
    [
      'in a button that enlarges them are kept',
      '<figure><button class="image-button"><picture><img src="https://a.test/a.jpg" alt="Lamp"></picture><span>Zoom</span></button><figcaption>Oak</figcaption></figure><button><img src="https://a.test/b.jpg" alt="Menu"></button>',
      '![Lamp](https://a.test/a.jpg)\n\nOak',
    ],
    [
      'of a picture are those of the widest screen',
      '<picture><source media="(max-width: 420px)" srcset="https://a.test/420.jpg"><source media="(min-width: 900px)" srcset="" data-srcset="https://a.test/900.jpg"><source srcset="https://a.test/any.jpg"><img src="/placeholder.png" alt="Lamp"></picture>',
      '![Lamp](https://a.test/900.jpg)',
    ],
    [
      'are not their blurred copies',
      '<div><img aria-hidden="true" src="https://a.test/tiny/1.jpg"><picture><img src="https://a.test/1/large.jpg" alt="Lamp"></picture></div>',
      '![Lamp](https://a.test/1/large.jpg)',
    ],
    [
      'have no URL that is a script or a template, but the one of another attribute, or none',
      `<p>a <img src="if(this.src!='https://a.test/a.jpg'){this.src='https://a.test/a.jpg'}" alt="Oak"> <img src="{{ image.url }}" data-src="https://a.test/b.jpg" alt="Ash"> <img src="' + url + '" alt="Elm"> <img src="https://a.test/l'eau.jpg?f=$a$|b" alt="Water"></p>`,
      "a ![Ash](https://a.test/b.jpg) ![Water](https://a.test/l'eau.jpg?f=$a$%7Cb)",
    ],
    [
      'whose width a script fills in have a usual one',
      '<img src="https://a.test/lamp_{width}x.jpg" alt="Lamp">',
      '![Lamp](https://a.test/lamp_1080x.jpg)',
    ],
    [
      'have no title that repeats their alternative text',
      '<img src="https://a.test/a.jpg" alt="Salt &amp; oil" title="Salt &amp; oil">',
      '![Salt & oil](https://a.test/a.jpg)',
    ],
    [
      'have alternative texts and titles without references to signs, letters and spaces',
      '<img src="https://a.test/a.jpg" alt="Gas &amp;#38; oil, &amp;nbsp; &amp;nbsp; /Ada" title="C&amp;#244;te &amp;amp; sea">',
      '![Gas & oil, /Ada](https://a.test/a.jpg "Côte & sea")',
    ],
    [
      'keep a reference in their alternative text',
      '<img src="https://a.test/a.jpg" alt="The entity &amp;amp;">',
      String.raw`![The entity \&amp;](https://a.test/a.jpg)`,
    ],
    [
      'that wait for a script are the files that they link to',
      '<a href="https://a.example/oar.jpg"><img src="/lazy_placeholder.gif" alt="Oar"></a>',
      '[![Oar](https://a.example/oar.jpg)](https://a.example/oar.jpg)',
    ],
    [
      'beside others and a text keep all of them, where captions are labelled',
      '<div class="gallery"><p>The mayor has died.</p><img src="https://a.test/oak.jpg" alt="Oak"><div aria-label="Image caption">An oak.</div><img src="https://a.test/ash.jpg" alt="Ash"><div aria-label="Image caption">An ash.</div></div>',
      'The mayor has died.\n\n![Oak](https://a.test/oak.jpg)\n\nAn oak.\n\n![Ash](https://a.test/ash.jpg)\n\nAn ash.',
    ],
    [
      'in full size are shown instead of a smaller one of the same name',
      '<img data-original="full/x.jpg" src="https://a.test/thumbs/x.jpg" alt="Oak"> and <img data-src="x.jpg" src="https://a.test/50x50/x.jpg" alt="Ash">',
      '![Oak](https://site.example/full/x.jpg) and ![Ash](https://site.example/x.jpg)',
    ],
    [
      'of NPR have their caption, and no second copy',
      '<div class="bucketwrap image"><div><picture><img src="https://a.test/oak.jpg" alt=""></picture><div class="enlarge-options"><a href="https://a.test/oak.jpg">Enlarge this image</a></div></div><div><div class="caption" aria-label="Image caption"><p>An oak. <b class="credit" aria-label="Image credit">Bo Ek</b><b class="hide-caption"><b>hide caption</b></b></p></div><span class="credit" aria-label="Image credit"> Bo Ek </span></div><div class="enlarge_html"><img src="https://a.test/oak.jpg"><p>An oak.</p></div></div>',
      '![](https://a.test/oak.jpg)\n\nAn oak. **Bo Ek**',
    ],
    [
      'of a set are shown in the largest size, also where a lazy one is a smaller of them',
      '<img data-src="https://a.test/oak-470.jpg" src="data:," srcset="https://a.test/oak-470.jpg 480w, https://a.test/oak.jpg 4000w" alt="Oak"> and <img data-src="https://a.test/ash.jpg" srcset="https://a.test/ash.jpg 480w, https://a.test/t.gif 720w" alt="Ash"> and <img src="https://a.test/elm-32.jpg" srcset="https://a.test/elm-32.jpg 32w" data-src="https://a.test/elm-1600.jpg" data-srcset="https://a.test/elm-800.jpg 800w, https://a.test/elm-1600.jpg 1600w" alt="Elm">',
      '![Oak](https://a.test/oak.jpg) and ![Ash](https://a.test/ash.jpg) and ![Elm](https://a.test/elm-1600.jpg)',
    ],
    [
      'are not the placeholder of a set beside their own URL',
      '<img src="https://a.test/oak.jpg" srcset="/img/loading.gif" lazyload alt="Oak"> and <img src="https://a.test/blank.gif" srcset="https://a.test/ash.jpg 2x" alt="Ash"> and <img src="https://a.test/elm-1.jpg" srcset="/placeholder.svg" data-srcset="https://a.test/elm-2.jpg 2x" alt="Elm">',
      '![Oak](https://a.test/oak.jpg) and ![Ash](https://a.test/ash.jpg) and ![Elm](https://a.test/elm-2.jpg)',
    ],
    [
      'in a picture are not what is shown while they load',
      '<picture><source srcset="https://a.test/oak.jpg 340w, https://a.test/oak-2.jpg 680w"><img src="/blob/292/loading-data.gif" alt="Oak"></picture><p><img src="https://a.test/clear-data.png" alt="Clear data"></p>',
      '![Oak](https://a.test/oak-2.jpg)\n\n![Clear data](https://a.test/clear-data.png)',
    ],
    [
      'that a script has loaded from a path of its own keep the URL that they show',
      '<img data-src="news/2019/image1-15.png" src="https://b.test/fit/news/2019/image1-15.png" alt="Oak">',
      '![Oak](https://b.test/fit/news/2019/image1-15.png)',
    ],
    [
      'that count visits are dropped',
      'A <noscript><img src="https://sb.scorecardresearch.com/p?c1=2" alt="none"><a href="https://a.test/adserver/www/delivery/ck.php?n=a7"><img src="https://a.test/adserver/www/delivery/avw.php?zoneid=1" alt=""></a></noscript>',
      'A',
    ],
    [
      'are not what they show until they have loaded',
      '<p>a <img src="https://a.test/42.gif" placeholdersrc="https://a.test/42.gif" alt="Skerry"> b</p>',
      'a b',
    ],
    [
      'are not the page itself, which a bare number sign stands for',
      '<p>a <img src="#" alt="Skerry"> b <img srcset="#, # 2x" alt="Holm"> <picture><source srcset="#, # 2x"><img alt="Oar"></picture></p><picture><source srcset="#" data-srcset="https://a.test/oak.jpg"><img src="#" alt="Oak"></picture><img src="#" data-src="https://a.test/ash.jpg" alt="Ash">',
      'a b\n\n![Oak](https://a.test/oak.jpg)![Ash](https://a.test/ash.jpg)',
    ],
    [
      'in the folder of one account are different images',
      '<img src="https://a.test/c47d153c-a244-4bf2-a949-3a74b853d040/lamp.jpg"><img src="https://a.test/c47d153c-a244-4bf2-a949-3a74b853d040/boat.jpg">',
      '![](https://a.test/c47d153c-a244-4bf2-a949-3a74b853d040/lamp.jpg)![](https://a.test/c47d153c-a244-4bf2-a949-3a74b853d040/boat.jpg)',
    ],
    [
      'come from attributes for larger screens',
      '<img data-src-lg="https://a.test/lamp?width=900" alt="Skerry">',
      '![Skerry](https://a.test/lamp?width=900)',
    ],
    [
      'get the largest of a set',
      '<img srcset="https://a.example/s.jpg 1x, https://a.example/l.jpg 2x" alt="a">',
      '![a](https://a.example/l.jpg)',
    ],
    [
      'whose height alone is left to it stay',
      '<img src="https://a.example/a.jpg" width="800" height="0" alt="a">',
      '![a](https://a.example/a.jpg)',
    ],
    ['of no size at all are nothing', '<img src="https://a.example/p.gif" width="0" height="0">', ''],
    [
      'come from any other attribute for a source',
      '<img dsrc="https://a.test/oar.jpeg?itok=OA" placeholdersrc="https://a.test/grey.png" alt="Oar">',
      '![Oar](https://a.test/oar.jpeg?itok=OA)',
    ],
    [
      'do not come from one for what is shown in their place',
      '<img src="" data-error-src="/img/broken.png" alt="Oar">',
      '',
    ],
    [
      'come from such an attribute also with a path',
      '<img alt="Oar" dsrc="/gallery/2020/oar.jpg" style="height: 922px">',
      '![Oar](https://site.example/gallery/2020/oar.jpg)',
    ],
    [
      'that are smileys become what was typed',
      '<p>Bye <img src="/xenforo/clear.png" class="mceSmilieSprite" alt=":unsure:"> or not <img src="/smilies/wink.gif" alt=";-)"></p>',
      'Bye :unsure: or not ;-)',
    ],
    [
      'that are smileys become their name with colons',
      '<p>Thank you. <img src="/smilies/smile.gif" alt="Big Grin" class="smilie smilie_1"> <img src="/e.png" alt="Norway" class="emoji"></p>',
      'Thank you. :big_grin: Norway',
    ],
    [
      'without a text that share the page or are its icon are nothing',
      '<p>a <img src="/img/sns_share_24.jpg" onclick="show_sns()"> <img src="/cs_favicon.png" width="80px"> b <img src="/sns_share_24.jpg"> <img src="/market-share.png" onclick="share()"> <img src="/share.png" onclick="share()" alt="Ten boats"> <img src="/chrome-favicon.png"></p>',
      'a b ![](https://site.example/sns_share_24.jpg) ![](https://site.example/market-share.png) ![Ten boats](https://site.example/share.png) ![](https://site.example/chrome-favicon.png)',
    ],
    ['that only keep a place are nothing', '<p>a <img src="/i/clear.gif" alt="Watch later"> b</p>', 'a b'],
    [
      'keep commas of their address',
      '<img srcset="https://a.example/w_10,h_10/a.jpg 10w" alt="a">',
      '![a](https://a.example/w_10,h_10/a.jpg)',
    ],
    ['of one pixel are nothing', '<img src="https://a.example/p.gif" width="1" height="1">', ''],
    [
      'of one pixel in one direction are nothing, since they only keep others apart',
      'a<img src="https://a.example/s.gif" width="40" height="1">b<img src="https://a.example/s.gif" width="2" height="300">c',
      'abc',
    ],
    [
      'whose size is left to the style sheet stay',
      '<img src="https://a.example/a.jpg" srcset="https://a.example/l.jpg 2x" sizes="100vw" width="0" height="0" alt="a">',
      '![a](https://a.example/l.jpg)',
    ],
    [
      'that are emoji become their character',
      '<img class="emoji" alt="🙂" src="https://a.example/1.png">',
      '🙂',
    ],
    [
      'of a sign of rights become the sign',
      'Winnow<img alt="®" class="twemoji" src="https://a.example/r.png">',
      'Winnow®',
    ],
    [
      'of which only the credit is told stay images',
      '<a href="https://a.example/1.png"><img alt="© EA Sports" src="https://a.example/1.png"></a>',
      '[![© EA Sports](https://a.example/1.png)](https://a.example/1.png)',
    ],
    ['without a URL are dropped', '<img alt="a">', ''],
    [
      'that repeat the one before are dropped',
      '<img src="https://a.example/a-150x150.jpg" alt="a"><img src="https://a.example/a.jpg" alt="a">',
      '![a](https://a.example/a-150x150.jpg)',
    ],
    [
      'with generic names in different folders are different images',
      '<img src="https://a.example/7/large.jpg" alt="a"> <img src="https://a.example/8/large.jpg" alt="b">',
      '![a](https://a.example/7/large.jpg) ![b](https://a.example/8/large.jpg)',
    ],
    [
      'that a script serves are told apart by their query',
      '<img src="https://a.example/show.php?id=7" alt="a"> <img src="https://a.example/show.php?id=8" alt="b">',
      '![a](https://a.example/show.php?id=7) ![b](https://a.example/show.php?id=8)',
    ],
    [
      'in a figure stay when only their preview inside the page comes before',
      '<figure><img src="data:image/png;base64,AA==" alt="The lamp at dusk"><img src="https://a.example/lamp.jpg" alt="The lamp at dusk"></figure>',
      '![The lamp at dusk](https://a.example/lamp.jpg)',
    ],
    [
      'of a gallery are shown once, in their largest size, with the description that one of them has',
      '<div><img src="https://a.example/oak-100x150.jpg" alt="Oak"><img src="https://a.example/elm-100x150.jpg"></div><div><img src="https://a.example/oak-600x900.jpg"><img src="https://a.example/elm-600x900.jpg" alt="Elm"></div>',
      '![Oak](https://a.example/oak-600x900.jpg)![Elm](https://a.example/elm-600x900.jpg)',
    ],
    [
      'are shown again below other text, in other cells, and as icons beside others',
      '<img src="https://a.example/oak.jpg"><p>Text</p><img src="https://a.example/oak.jpg"><table><tr><th>a</th><th>b</th><th>c</th></tr><tr><td><img src="/y.png"></td><td><img src="/y.png"></td><td><img src="/n.png"></td></tr></table><p><img src="/star.svg"><img src="/half.svg"><img src="/star.svg"></p>',
      '![](https://a.example/oak.jpg)\n\nText\n\n![](https://a.example/oak.jpg)\n\n| a | b | c |\n| --- | --- | --- |\n| ![](https://site.example/y.png) | ![](https://site.example/y.png) | ![](https://site.example/n.png) |\n\n![](https://site.example/star.svg)![](https://site.example/half.svg)![](https://site.example/star.svg)',
    ],
    [
      'in a figure have the last line below them as their caption',
      '<figure><img src="/a.jpg" alt="Oak"><small class="body-caption">Ann Tarn</small></figure><figure><img src="/b.jpg" alt="Elm"><a href="/elm">Elm</a></figure>',
      '![Oak](https://site.example/a.jpg)\n\nAnn Tarn\n\n![Elm](https://site.example/b.jpg) [Elm](https://site.example/elm)',
    ],
    [
      'that a figure only declares are shown',
      '<figure itemscope itemtype="https://schema.org/ImageObject" itemid="https://a.example/lamp.jpg"><div></div><figcaption>The lamp</figcaption></figure>',
      '![](https://a.example/lamp.jpg)\n\nThe lamp',
    ],
  ]);
});

describe('a rating that is drawn as stars', () => {
  const stars = (label: string): string =>
    `<span role="img" aria-label="${label}"><svg></svg><svg></svg></span>`;
  follows([
    ['is written in words', `<p>Rating: ${stars('4 out of 5 stars')}</p>`, 'Rating: 4 out of 5 stars'],
    [
      'is written in words of any language, with a fraction',
      `<p>Bewertung: ${stars('4,5 von 5')}</p><p>Note : ${stars('4,5/5')}</p>`,
      'Bewertung: 4,5 von 5\n\nNote : 4,5/5',
    ],
    [
      'may be an SVG with a title',
      '<p>Rating: <svg role="img"><title>3 stars</title></svg></p>',
      'Rating: 3 stars',
    ],
    [
      'is not written beside its own number',
      `<p>Rating: ${stars('4.5 out of 5 stars')} 4.5 (120)</p>`,
      'Rating: 4.5 (120)',
    ],
    [
      'is not written without a word before it, as on cards',
      `<div><p>Oars</p>${stars('4 out of 5 stars')}</div>`,
      'Oars',
    ],
    [
      'is not written for stars that a visitor clicks, one by one, and not in links and headings',
      `<p>Rate it. ${stars('1 star')}${stars('2 stars')}</p><p><a href="https://a.test/">Reviews ${stars('4 of 5')}</a></p><h2>Oar ${stars('4 of 5')}</h2>`,
      'Rate it.\n\n[Reviews](https://a.test/)\n\n## Oar',
    ],
    [
      'is a rating, and no other label',
      `<p>Oars ${stars('Clock')}${stars('Chart of the tides from 2020 to 2024')}</p>`,
      'Oars',
    ],
  ]);
});
