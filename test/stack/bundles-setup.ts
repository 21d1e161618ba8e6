import { buildBundles } from '../../lib/bundles.ts';

/** The bundles of a fresh checkout are made once, before the clock of any test runs. */
export const setup = (): Promise<void> => buildBundles({ hasAccountPage: true });
