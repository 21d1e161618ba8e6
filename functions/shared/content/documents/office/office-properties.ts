import type { ContentMetadata } from '#shared/content/metadata/metadata.ts';
import type { OfficeArchive } from './office-archive.ts';
import { descendantsNamed, trimmedText } from './xml-elements.ts';

/** Dublin Core elements, which both families of formats use. */
const fields: readonly (readonly [element: string, field: string])[] = [
  ['title', 'title'],
  // In OpenDocument, the creator is who saved the file last.
  ['initial-creator', 'author'],
  ['creator', 'author'],
  ['description', 'description'],
  ['subject', 'dcSubject'],
  ['language', 'language'],
  ['keywords', 'keywords'],
  ['keyword', 'keywords'],
  ['created', 'publishedTime'],
  ['creation-date', 'publishedTime'],
  ['modified', 'modifiedTime'],
  ['date', 'modifiedTime'],
];

/** The metadata of an office document (`docProps/core.xml`, `meta.xml`). */
export function officeMetadata(archive: OfficeArchive): ContentMetadata {
  const document = archive.xml('docProps/core.xml') ?? archive.xml('meta.xml');
  const found: Record<string, string> = {};
  for (const [element, field] of fields) {
    const text = trimmedText(descendantsNamed(document, element)[0]);
    if (text !== undefined) found[field] ??= text;
  }
  return found;
}
