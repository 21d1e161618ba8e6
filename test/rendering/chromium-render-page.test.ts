import { chromiumIn } from './browser.ts';
import { testRenderPage } from './render-page.contract.ts';

testRenderPage({ open: async (allow) => chromiumIn({ allow }) });
