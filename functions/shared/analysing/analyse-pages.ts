import type { Logger } from '#shared/kernel/logger.ts';
import { analysisInput, safetyFrame, standardTask } from './analysis-prompt.ts';
import { checkAnalysis, type CheckedAnalysis } from './check-analysis.ts';
import { extractiveSummary } from './extractive-summary.ts';
import { bestPassages, type SourcePage } from './passages.ts';
import type { TextModel } from './write-text.ts';

export interface AnalysisRequest {
  readonly query: string;
  /** Replaces the standard task. */
  readonly prompt?: string | undefined;
  readonly signal: AbortSignal;
}

export interface Analysis {
  /** Absent when the pages hold no sentence to report. */
  readonly markdown?: string;
  /** `ai_analysis:MODEL` or `extractive_summary`. */
  readonly method: string;
  /** The model that is configured did not answer. */
  readonly modelFailed: boolean;
  readonly warnings: readonly string[];
}

export type AnalysePages = (request: AnalysisRequest, pages: readonly SourcePage[]) => Promise<Analysis>;

export interface AnalysePagesDeps {
  readonly model: TextModel | undefined;
  readonly logger: Logger;
}

/** About 12,000 tokens of English: room in every current model, with its answer. */
const inputCharacters = 48_000;

const findings = ({ removedCitations, unsupportedFigures }: CheckedAnalysis): string[] => [
  ...(removedCitations.length === 0
    ? []
    : [`Citations of sources that do not exist were removed: ${removedCitations.join(', ')}.`]),
  ...(unsupportedFigures.length === 0
    ? []
    : [`The analysis holds figures that are in no source: ${unsupportedFigures.slice(0, 20).join('; ')}.`]),
];

export function createAnalysePages({ model, logger }: AnalysePagesDeps): AnalysePages {
  const summarise = (query: string, pages: readonly SourcePage[], warning: string): Analysis => {
    const markdown = extractiveSummary(query, pages);
    return {
      ...(markdown === undefined ? {} : { markdown }),
      method: 'extractive_summary',
      modelFailed: model !== undefined,
      warnings: [markdown === undefined ? 'The pages hold no sentence to analyse.' : warning],
    };
  };

  const askModel = async (
    { name, writeText }: TextModel,
    { query, prompt, signal }: AnalysisRequest,
    pages: readonly SourcePage[],
  ): Promise<Analysis> => {
    const passages = bestPassages(query, pages, inputCharacters);
    const input = analysisInput({ query, task: prompt ?? standardTask }, pages, passages);
    const text = await writeText({ system: safetyFrame, input, signal });
    const checked = checkAnalysis(
      text,
      pages.map(({ url, title, markdown }) => ({ url, text: `${title}\n${markdown}` })),
    );
    const warnings = findings(checked);
    return { markdown: checked.markdown, method: `ai_analysis:${name}`, modelFailed: false, warnings };
  };

  return async (request, pages) => {
    if (model === undefined)
      return summarise(
        request.query,
        pages,
        'No model is configured: the analysis is an extractive summary, the pages’ own sentences.',
      );
    try {
      const analysis = await askModel(model, request, pages);
      if (analysis.markdown !== '') return analysis;
    } catch (error) {
      logger.error('the model did not analyse the pages', error);
    }
    return summarise(
      request.query,
      pages,
      'The model did not answer: the analysis is an extractive summary, the pages’ own sentences.',
    );
  };
}
