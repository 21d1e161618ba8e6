/** The time of the browser. */
export const now = (): number => Date.now();
