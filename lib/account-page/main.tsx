import { render } from 'preact';

import { App } from './app.tsx';
import { restorePlace } from './kept-place.ts';
import { applyPreferences, readPreferences } from './preferences.ts';
import './style/tokens.css';
import './style/frame.css';
import './style/controls.css';
import './style/content.css';

const base = document.querySelector<HTMLMetaElement>('meta[name="deployment"]')?.content ?? location.origin;
const preferences = readPreferences();
applyPreferences(preferences);
restorePlace();
const root = document.querySelector('#page');
if (root !== null) render(<App base={base} initial={preferences} />, root);
