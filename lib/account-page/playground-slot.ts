import type { ComponentType } from 'preact';

import type { Client } from './api/client.ts';
import type { Language } from './texts/languages.ts';

/** What the playground gets from the page. Parts of the page (`parts/`, `page-context.ts`) are open to it. */
export interface PlaygroundProps {
  readonly api: Client;
  /** The URL of the deployment, as commands name it. */
  readonly base: string;
  readonly language: Language;
}

interface PlaygroundModule {
  readonly Playground: ComponentType<PlaygroundProps>;
}

/** Loaded when it is opened. It is part of the page as soon as its file exists. */
const modules = import.meta.glob<PlaygroundModule>('./playground/playground.tsx');

export const loadPlayground: (() => Promise<PlaygroundModule>) | undefined = Object.values(modules)[0];
