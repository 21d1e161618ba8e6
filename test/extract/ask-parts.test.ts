import { noLines } from '#shared/content/formats/page-lines.ts';
import { expect, test } from 'vitest';

import { createAskModel } from '#shared/extract/model/ask-model.ts';
import { prepareTask } from '#shared/extract/task/prepare-task.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { deadlineIn } from '#shared/kernel/deadline.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import { memoryModel, type ScriptedAnswer } from '../fakes/memory-model.ts';

/** Answers by the script, then hangs; `signals` are those of all its requests. */
function scripted(...script: readonly ScriptedAnswer[]) {
  const signals: AbortSignal[] = [];
  const model = memoryModel(() => script[signals.length - 1] ?? { kind: 'hang' }, { contextTokens: 6_000 });
  const observed: LanguageModel = {
    ...model,
    completeJson: (request) => {
      signals.push(request.deadline.signal);
      return model.completeJson(request);
    },
  };
  return { observed, signals };
}

test('the questions about a page end when one of its parts fails', async () => {
  const { observed, signals } = scripted({ kind: 'down' });
  const markdown = Array.from(
    { length: 12 },
    (_, at) => `## Pan ${at}\n\n${'It is heavy. '.repeat(60)}`,
  ).join('\n\n');
  const { task, form } = await prepareTask({ prompt: 'Which pans are heavy?', requireEvidence: false });

  const asked = createAskModel(observed)({
    page: { url: 'https://shop.test/', markdown, lines: noLines, declared: {}, metadata: {}, links: [] },
    task,
    form,
    deadline: deadlineIn(60_000, systemClock),
    fit: (item) => item,
    problems: () => [],
    isSeen: () => true,
  });

  await expect(asked).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  expect(signals.length).toBeGreaterThan(1);
  expect(signals.filter(({ aborted }) => !aborted)).toEqual([]);
});
