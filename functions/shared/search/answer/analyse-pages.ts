import type { ModelTokens } from '#shared/contract/fields.ts';
import type { Deadline } from '#shared/kernel/deadline.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { countTokens } from '#shared/llm/count-tokens.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import { charactersWithin } from '#shared/llm/tokens.ts';
import { analysisInput, safetyFrame, standardTask } from './analysis-prompt.ts';
import { checkAnalysis, type CheckedAnalysis } from './check-analysis.ts';
import { extractiveSummary } from './extractive-summary.ts';
import { bestPassages, type SourcePage } from './passages.ts';

export interface AnalysisRequest {
  readonly query: string;
  /** Replaces the standard task. */
  readonly prompt?: string | undefined;
  readonly deadline: Deadline;
}

export interface Analysis {
  /** Absent when the pages have no sentence to report. */
  readonly markdown?: string;
  /** `ai_analysis:MODEL` or `extractive_summary`. */
  readonly method: string;
  /** Whether the configured model did not answer. */
  readonly modelFailed: boolean;
  /** Also of a model whose answer could not be used. */
  readonly tokens?: ModelTokens | undefined;
  readonly warnings: readonly string[];
}

export type AnalysePages = (request: AnalysisRequest, pages: readonly SourcePage[]) => Promise<Analysis>;

export interface AnalysePagesDeps {
  readonly model: LanguageModel | undefined;
  readonly logger: Logger;
}

/** More passages add little to an answer and much to its price. */
const maxInputCharacters = 48_000;
const outputTokens = 2_000;
/** Reserved for instructions, task and titles. */
const frameTokens = 1_500;

const endMissing = 'The analysis is longer than an answer of the model may be: its end is missing.';

const findings = ({ removedCitations, unsupportedFigures }: CheckedAnalysis): string[] => [
  ...(removedCitations.length === 0
    ? []
    : [`Citations of sources that do not exist were removed: ${removedCitations.join(', ')}.`]),
  ...(unsupportedFigures.length === 0
    ? []
    : [`The analysis has figures that are in no source: ${unsupportedFigures.slice(0, 20).join('; ')}.`]),
];

export function createAnalysePages({ model, logger }: AnalysePagesDeps): AnalysePages {
  const summarise = (query: string, pages: readonly SourcePage[], warning: string): Analysis => {
    const markdown = extractiveSummary(query, pages);
    return {
      ...(markdown === undefined ? {} : { markdown }),
      method: 'extractive_summary',
      modelFailed: model !== undefined,
      warnings: [markdown === undefined ? 'The pages have no sentence to analyse.' : warning],
    };
  };

  const askModel = async (
    { name, contextTokens, completeText }: LanguageModel,
    { query, prompt, deadline }: AnalysisRequest,
    pages: readonly SourcePage[],
  ): Promise<Analysis> => {
    const room = charactersWithin(
      Math.max(0, contextTokens - outputTokens - frameTokens),
      pages.map(({ markdown }) => markdown).join('\n'),
    );
    const passages = bestPassages(query, pages, Math.min(room, maxInputCharacters));
    const input = analysisInput({ query, task: prompt ?? standardTask }, pages, passages);
    const { text, isCut } = await completeText({
      system: safetyFrame,
      input,
      deadline,
      budget: { outputTokens },
    });
    const checked = checkAnalysis(
      text,
      pages.map(({ url, title, markdown }) => ({ url, text: `${title}\n${markdown}` })),
    );
    const warnings = [...findings(checked), ...(isCut ? [endMissing] : [])];
    return { markdown: checked.markdown, method: `ai_analysis:${name}`, modelFailed: false, warnings };
  };

  return async (request, pages) => {
    if (model === undefined)
      return summarise(
        request.query,
        pages,
        'No model is configured: the analysis is an extractive summary, the pages’ own sentences.',
      );
    const counted = countTokens(model);
    try {
      const analysis = await askModel(counted.model, request, pages);
      if (analysis.markdown !== '') return { ...analysis, tokens: counted.tokens() };
    } catch (error) {
      logger.error('model failed to analyse pages', error);
    }
    const summary = summarise(
      request.query,
      pages,
      'The model gave no usable answer: the analysis is an extractive summary, the pages’ own sentences.',
    );
    return { ...summary, tokens: counted.tokens() };
  };
}
