import { RE2JS } from 're2js';

/** RE2 has no back-references and no look-around, and takes linear time for everything else. */
export const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    // Ajv reuses an expression by its text.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern };
  },
  { code: 'linearRegExp' },
);

function succeeds(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}

/** Whether a pattern can be matched in linear time. */
export const isLinear = (pattern: string): boolean => succeeds(() => RE2JS.compile(pattern));

/** Whether a pattern is a regular expression of ECMA-262, as JSON Schema has them. */
export const isRegExp = (pattern: string): boolean => succeeds(() => new RegExp(pattern, 'u'));
