import { setTimeout } from 'node:timers/promises';

import type { CDPSession, KeyInput, Page } from 'puppeteer-core';

import type { Action, ActionOf } from '#shared/contract/actions.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  chooseDate,
  chooseOption,
  clickHidden,
  type ClickTarget,
  countShown,
  type FocusedField,
  focusedField,
  type FocusedMatch,
  focusIn,
  type FoundElements,
  pointAt,
  scrollElement,
  scrollPage,
} from './action-scripts.ts';
import { type Appearance, withViewport } from './appearance.ts';
import { takeScreenshot, takeSnapshot } from './capture.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { keysOf } from './key-names.ts';
import { printPdf } from './print-pdf.ts';
import { runScript } from './run-script.ts';
import type { ActionRecord } from './action-record.ts';
import { showWindow } from './window.ts';

/** An open page, and what its actions have given so far. */
export interface Stage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly appearance: Appearance;
  readonly world: IsolatedWorld;
  readonly record: ActionRecord;
}

/** The longest wait for an element. */
const elementMs = 10_000;
const lookMs = 100;
/** Elements that one click with `all` clicks. */
const maxClicks = 100;
/** Characters that are typed key by key; of a longer text, those before are pasted. */
const maxTyped = 100;

const failed = (message: string): AppError => new AppError('ACTION_FAILED', message);

function requireFound({ count }: FoundElements, selector: string): void {
  if (count < 0) throw failed(`${JSON.stringify(selector)} is not a CSS selector.`);
  if (count === 0) throw failed(`no element matches ${JSON.stringify(selector)}.`);
}

const takesNoText = (selector: string): AppError =>
  failed(
    `the first element that matches ${JSON.stringify(selector)} takes no text: it must be a field that is shown and enabled.`,
  );

async function waitFor({ world }: Stage, { milliseconds, selector }: ActionOf<'wait'>): Promise<void> {
  if (selector === undefined) {
    await setTimeout(milliseconds);
    return;
  }
  const endMs = performance.now() + elementMs;
  for (;;) {
    const { count } = await world.evaluate<FoundElements>(countShown(selector));
    if (count > 0) return;
    if (count < 0) requireFound({ count }, selector);
    if (performance.now() > endMs)
      throw failed(`no element that is shown matches ${JSON.stringify(selector)} after 10 seconds.`);
    await setTimeout(lookMs);
  }
}

async function clickOne({ cdp, world }: Stage, selector: string, index: number): Promise<number> {
  const target = await world.evaluate<ClickTarget>(pointAt(selector, index));
  requireFound(target, selector);
  const { count, point } = target;
  if (point === undefined) {
    await world.evaluate<FoundElements>(clickHidden(selector, index));
    return count;
  }
  const button = { ...point, button: 'left', clickCount: 1 } as const;
  await cdp.send('Input.dispatchMouseEvent', { ...point, type: 'mouseMoved' });
  await cdp.send('Input.dispatchMouseEvent', { ...button, type: 'mousePressed' });
  await cdp.send('Input.dispatchMouseEvent', { ...button, type: 'mouseReleased' });
  return count;
}

async function click(stage: Stage, { selector, all }: ActionOf<'click'>): Promise<void> {
  const count = await clickOne(stage, selector, 0);
  if (!all) return;
  // A click may remove elements: those that are gone need none.
  for (let index = 1; index < Math.min(count, maxClicks); index += 1) {
    const { count: left } = await stage.world.evaluate<FoundElements>(pointAt(selector, index));
    if (index < left) await clickOne(stage, selector, index);
  }
}

/** Types one character, as far as a keyboard has a key for it; others come with the events of a key, too. */
async function typeCharacter({ page, cdp }: Stage, character: string): Promise<void> {
  if (/^[ -~]$/.test(character)) {
    await page.keyboard.press(character as KeyInput);
    return;
  }
  // Enter would send a form, and Tab leave its field.
  if (/^\p{Cc}$/u.test(character)) {
    await cdp.send('Input.insertText', { text: character });
    return;
  }
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key: character, text: character });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key: character });
}

/** Clicks the first element that matches, and checks that it has the focus: text must not go into another field. */
async function focusOn(stage: Stage, selector: string): Promise<void> {
  await clickOne(stage, selector, 0);
  const match = await stage.world.evaluate<FocusedMatch>(focusIn(selector));
  requireFound(match, selector);
  if (!match.hasFocus) throw takesNoText(selector);
}

async function write(stage: Stage, { text, selector }: ActionOf<'write'>): Promise<void> {
  const { cdp, world } = stage;
  if (selector !== undefined) await focusOn(stage, selector);
  const { kind, name } = await world.evaluate<FocusedField>(focusedField);
  if (selector !== undefined && (kind === 'none' || kind === 'other')) throw takesNoText(selector);
  if (kind === 'none') throw failed('no field has the focus: click one before.');
  if (kind === 'other')
    throw failed(`the element that has the focus (${name}) takes no text: click a field, or use press.`);
  if (kind === 'readonly') throw failed('the field that has the focus is read-only.');
  if (kind === 'list') {
    if (!(await world.evaluate<boolean>(chooseOption(text))))
      throw failed('the list that has the focus has no option of this text.');
    return;
  }
  if (kind === 'date') {
    if (!(await world.evaluate<boolean>(chooseDate(text))))
      throw failed('the field takes a date or time such as 2026-12-31, 2026-12-31T23:59, 2026-12 or 23:59.');
    return;
  }
  const characters = Array.from(text);
  const pasted = characters.slice(0, -maxTyped).join('');
  if (pasted !== '') await cdp.send('Input.insertText', { text: pasted });
  for (const character of characters.slice(-maxTyped)) await typeCharacter(stage, character);
}

async function press({ page }: Stage, { key }: ActionOf<'press'>): Promise<void> {
  const held: KeyInput[] = [];
  try {
    for (const each of keysOf(key)) {
      await page.keyboard.down(each);
      held.push(each);
    }
  } catch (error) {
    if (error instanceof Error && /^Unknown key/i.test(error.message))
      throw failed(`there is no key ${JSON.stringify(key)}.`);
    throw error;
  } finally {
    for (const each of held.toReversed()) await page.keyboard.up(each);
  }
}

async function scroll({ world }: Stage, { direction, selector }: ActionOf<'scroll'>): Promise<void> {
  const sign = direction === 'down' ? 1 : -1;
  if (selector === undefined) await world.evaluate(scrollPage(sign));
  else requireFound(await world.evaluate<FoundElements>(scrollElement(selector, sign)), selector);
}

async function screenshot(
  { cdp, world, appearance, record }: Stage,
  { fullPage, quality, viewport = appearance.viewport }: ActionOf<'screenshot'>,
): Promise<void> {
  const wish = { extent: fullPage ? 'fullPage' : 'viewport', quality } as const;
  const look = withViewport(appearance, viewport);
  if (viewport !== appearance.viewport) await showWindow(cdp, look, { isSeen: true });
  const { image, warnings } = await takeScreenshot({ cdp, world, appearance: look }, wish);
  if (viewport !== appearance.viewport) await showWindow(cdp, appearance, { isSeen: true });
  record.addScreenshot(image, warnings);
}

/** Carries out one action. Rejects with AppError, or with an error of the browser. */
export async function perform(stage: Stage, action: Action): Promise<void> {
  const { cdp, world, record } = stage;
  switch (action.type) {
    case 'wait':
      return waitFor(stage, action);
    case 'click':
      return click(stage, action);
    case 'write':
      return write(stage, action);
    case 'press':
      return press(stage, action);
    case 'scroll':
      return scroll(stage, action);
    case 'screenshot':
      return screenshot(stage, action);
    case 'scrape':
      return record.addScrape(await takeSnapshot(world));
    case 'pdf':
      return record.addPdf(await printPdf(cdp, action, record.bytesLeft()));
    case 'executeJavascript':
    default:
      return record.addValue(await runScript(cdp, action.script));
  }
}
