import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { Client } from './api/client.ts';
import type { Account, Operation } from './api/routes.ts';
import type { Preferences } from './preferences.ts';
import type { Format } from './texts/format.ts';
import type { Texts } from './texts/texts.ts';
import type { ViewName } from './views.ts';

/** What every part of the page needs. */
export interface Page {
  readonly api: Client;
  /** The URL of the deployment, as commands name it. */
  readonly base: string;
  /** Its path: empty, or the stage of API Gateway. */
  readonly root: string;
  readonly t: Texts;
  readonly f: Format;
  readonly preferences: Preferences;
  readonly prefer: (preferences: Preferences) => void;
  readonly navigate: (view: ViewName, query?: Readonly<Record<string, string>>) => void;
  /** Says to everybody, screen readers included, that something has happened. */
  readonly announce: (sentence: string) => void;
  /** Nobody is signed in from now on; the sentence says why. */
  readonly farewell: (sentence: string) => void;
  /** Called with each failure: the end of the session changes the whole page. */
  readonly failed: (error: unknown) => void;
}

export const PageContext = createContext<Page | undefined>(undefined);
export const AccountContext = createContext<Account | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('This part is outside of the page.');
  return page;
}

/** The account that is signed in; views are shown only when there is one. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === undefined) throw new Error('Nobody is signed in here.');
  return account;
}

/** Every operation of the service, in an order that gives each its colour. */
export function useOperations(): readonly Operation[] {
  const { plans } = useAccount();
  return [...new Set(plans.flatMap((plan) => plan.operations))];
}
