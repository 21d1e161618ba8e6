import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { errorsMarkdown } from '#shared/contract/error-notes.ts';
import { routes } from '#shared/contract/routes.ts';
import { errorStatuses } from '#shared/kernel/errors.ts';
import { validatorOf } from './openapi-validator.ts';

const text = readFileSync('docs/api.md', 'utf8');

/** Each command with the whole answer that it shows. */
const examples = [
  ...text.matchAll(/```sh\n(?:export ID=.*\n)?(curl (?:(?!```)[\s\S])+)```\s+```json\n([\s\S]+?)```/g),
].map(([, command = '', answer = '']) => ({ command, answer: JSON.parse(answer) as unknown }));

/** The schema of the answers to a command, found by its method and path. */
function schemaOf(command: string): string {
  const method = command.includes('-X DELETE') ? 'DELETE' : command.includes(' -d ') ? 'POST' : 'GET';
  const path = /\$WINNOW([^\s"?]+)/.exec(command)?.[1]?.replace('$ID', '{id}');
  const route = routes.find((candidate) => candidate.method === method && candidate.path === path);
  return `${(route?.function ?? '').replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Answer`;
}

describe('docs/api.md', () => {
  test.for(examples)('shows an answer that docs/openapi.json describes: $command', ({ command, answer }) => {
    const isAnswer = validatorOf(schemaOf(command));

    expect([isAnswer(answer), isAnswer.errors]).toEqual([true, null]);
  });

  test('has an example of every function’s route', () => {
    const shown = new Set(examples.map(({ command }) => schemaOf(command)));

    expect(shown.size).toBe(new Set(routes.map((route) => route.function)).size);
  });

  test('names every error code with its status, cause and cure; npm run openapi writes them', () => {
    const errors = text.slice(text.indexOf('## Errors') + '## Errors'.length);

    const words = (markdown: string) => markdown.split(/\s+/).filter((word) => word !== '');
    expect(words(errors)).toEqual(words(errorsMarkdown()));
    for (const code of Object.keys(errorStatuses)) expect(errors).toContain(`\`${code}\``);
  });
});
