import { useState } from 'preact/hooks';

import { CodeBlock } from '../parts/copy.tsx';
import { snippet, snippetLanguages, type SnippetRequest } from './snippets.ts';
import { Tabs } from './tabs.tsx';
import type { PlaygroundTexts } from './playground-texts.ts';

interface ProgramViewProps {
  readonly request: SnippetRequest;
  readonly texts: PlaygroundTexts;
}

/** The request as a program in each language. */
export function ProgramView({ request, texts }: ProgramViewProps) {
  const [language, setLanguage] = useState<(typeof snippetLanguages)[number]>('curl');
  return (
    <section>
      <h2>{texts.sameRequest}</h2>
      <Tabs
        label={texts.language}
        tabs={snippetLanguages.map((name) => ({ name, title: name }))}
        chosen={language}
        onChoose={setLanguage}
      >
        <CodeBlock text={snippet(language, request)} label={texts.keyFromEnvironment} />
      </Tabs>
    </section>
  );
}
