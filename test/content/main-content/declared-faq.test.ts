import { describe, expect, test } from 'vitest';

import { declaredAnswers } from '#shared/content/metadata/declared-faq-answers.ts';
import { declaredFaq } from '#shared/content/main-content/related/declared-faq.ts';
import { pageBlocks } from './page-blocks.ts';

const answer = (name: string, text: string) => ({
  '@type': 'Question',
  name,
  acceptedAnswer: { '@type': 'Answer', text },
});
const declared = declaredAnswers([
  {
    '@graph': [
      {
        '@type': 'FAQPage',
        mainEntity: [
          answer(
            'How deep is the well?',
            '<p>Twelve metres<sup>TM</sup>.</p><p>In summer, <b>eleven</b>.</p>',
          ),
          answer('Who digs it?', 'Ada Lind'),
          answer('Without an answer?', ''),
        ],
      },
    ],
  },
]);

function textsOf(html: string): readonly string[] {
  const { context, textsOf: texts } = pageBlocks(html);
  return texts(declaredFaq(context, declared));
}

describe('questions that a page declares with their answers', () => {
  test('are content as far as the page shows them', () => {
    const page =
      '<h3>How deep is the well?</h3><div><p>Twelve metres™.</p><p>In summer, eleven.</p></div><p>Call us</p><h3>Who digs it?</h3><p>Ada Lind</p>';

    expect(textsOf(page)).toEqual([
      'How deep is the well?',
      'Twelve metres™.',
      'In summer, eleven.',
      'Who digs it?',
      'Ada Lind',
    ]);
  });

  test('are not kept where the page only links to them, or gives another answer', () => {
    expect(textsOf('<ul><li>How deep is the well?</li><li>Who digs it?</li></ul>')).toEqual([]);
    expect(textsOf('<h3>How deep is the well?</h3><p>Ask the keeper.</p>')).toEqual([]);
  });

  test('are no others', () => {
    expect(declared).toHaveLength(2);
    expect(declaredAnswers([{ '@type': 'Article', name: 'Who digs it?' }])).toEqual([]);
  });
});
