import { describe } from 'vitest';

import { follows } from './follows.ts';

describe('cards of Ghost', () => {
  follows([
    [
      'link to a file by its title and what its author says of it',
      '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://a.test/boat.pdf" title="Download" download=""><div class="kg-file-card-contents"><div class="kg-file-card-title">The boat</div><div class="kg-file-card-caption">All of it</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">boat.pdf</div><div class="kg-file-card-filesize">121 KB</div></div></div></a></div>',
      '[The boat: All of it](https://a.test/boat.pdf)',
    ],
    [
      'link to a recording by its title',
      '<div class="kg-card kg-audio-card"><div class="kg-audio-player-container"><audio src="https://a.test/oars.mp3"></audio><div class="kg-audio-title">On oars</div><div class="kg-audio-player"><span class="kg-audio-current-time">0:00</span><div class="kg-audio-time">/<span class="kg-audio-duration">121</span></div></div></div></div>',
      '[On oars](https://a.test/oars.mp3)',
    ],
    [
      'link to a video without its player',
      '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="https://a.test/boat.mp4"></video><div class="kg-video-overlay"></div><div class="kg-video-player-container"><div class="kg-video-player"><span class="kg-video-current-time">0:00</span></div></div></div><figcaption>The boat moves</figcaption></figure>',
      '[Video](https://a.test/boat.mp4)\n\nThe boat moves',
    ],
    [
      'of files without a link stay as they are',
      '<div class="kg-card kg-file-card"><div class="kg-file-card-title">The boat</div></div>',
      'The boat',
    ],
  ]);
});
