import { en, type Texts } from './en.ts';
import type { Language } from './languages.ts';
import { ru } from './ru.ts';

export type { Texts } from './en.ts';

export const texts: Readonly<Record<Language, Texts>> = { en, ru };
