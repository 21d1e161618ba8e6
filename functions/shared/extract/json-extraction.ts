import type { ContentOptions } from '#shared/content/page-content.ts';
import type { ScrapeRequest } from '#shared/contract/scrape.ts';
import type { ExtractionTask } from '#shared/extract/task/extraction-task.ts';
import { type PreparedTask, prepareTask } from '#shared/extract/task/prepare-task.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import { createExtractJson, type ExtractJson, wholeSelection } from './page-json.ts';

/** What a reader of many pages needs to fill their `json` by tasks. */
export interface JsonExtraction {
  /** Rejects with INVALID_REQUEST when the schema cannot be used. */
  readonly prepare: (task: ExtractionTask) => Promise<PreparedTask>;
  /** The content that `extract` reads beside that of the page's formats. */
  readonly wholeSelection: (request: ScrapeRequest) => ContentOptions;
  readonly extract: ExtractJson;
}

/** Compiled schemas in memory at most, those of a whole batch; they are compiled again when they are needed after that. */
const maxTasks = 100;

/** Tasks that many pages share are prepared once. */
function rememberTasks(): JsonExtraction['prepare'] {
  const known = new Map<string, Promise<PreparedTask>>();
  return (task) => {
    const name = JSON.stringify(task);
    const found = known.get(name);
    if (found !== undefined) return found;
    const prepared = prepareTask(task, 'jsonOptions.schema');
    if (known.size >= maxTasks) known.clear();
    known.set(name, prepared);
    // A compilation that took too long may succeed for the next page.
    prepared.catch(() => known.delete(name));
    return prepared;
  };
}

export const createJsonExtraction = (model: LanguageModel | undefined): JsonExtraction => ({
  prepare: rememberTasks(),
  wholeSelection,
  extract: createExtractJson(model),
});
