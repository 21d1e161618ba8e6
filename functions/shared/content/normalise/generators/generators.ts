import type { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { readAsciidoctor } from './asciidoctor.ts';
import { readConfluence } from './confluence.ts';
import { readDokuWiki } from './dokuwiki.ts';
import { readDoxygen } from './doxygen.ts';
import { readFumadocs } from './fumadocs.ts';
import { readGhostCards } from './ghost.ts';
import { readGoogleDoc } from './google-docs.ts';
import { readJavadoc } from './javadoc.ts';
import { readPaper } from './latexml/latexml.ts';
import { joinLineBlocks } from './line-blocks.ts';
import { readMintlify } from './mintlify.ts';
import { readNextra } from './nextra.ts';
import { readNotionPage } from './notion.ts';
import { readReadMe } from './readme.ts';
import { readYard } from './yard.ts';

/** What each program that makes pages writes in its own way, in any order. Each returns whether it has changed the document. */
const readers: readonly ((index: ElementIndex) => boolean)[] = [
  readPaper,
  readGoogleDoc,
  readNotionPage,
  readGhostCards,
  readConfluence,
  readFumadocs,
  readNextra,
  readMintlify,
  readReadMe,
  readJavadoc,
  readDoxygen,
  readAsciidoctor,
  readYard,
  readDokuWiki,
  joinLineBlocks,
];

/**
 * Brings what programs such as Google Docs, Notion and Javadoc write in their own way to the elements of HTML. Returns whether it
 * has changed the document.
 */
export const readGenerators = (index: ElementIndex): boolean =>
  readers.map((read) => read(index)).includes(true);
