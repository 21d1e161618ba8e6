import packed from './content-model.json' with { type: 'json' };
import { readContentModel } from './content-model.ts';

/** Read once a process; see docs/content-quality.md for how it was trained. */
export const trainedContentModel = readContentModel(packed);
