import type { OfficeArchive } from './office-archive.ts';
import { descendantsNamed } from './xml-elements.ts';

/** URLs that a part such as `word/document.xml` links to, by id. Ids are those of the part (ECMA-376-2, Relationships). */
export function linkTargets(archive: OfficeArchive, part: string): ReadonlyMap<string, string> {
  const relations = archive.xml(part.replace(/[^/]*$/, (name) => `_rels/${name}.rels`));
  return new Map(
    descendantsNamed(relations, 'Relationship')
      .filter(({ attribs }) => attribs['TargetMode'] === 'External')
      .map(({ attribs }) => [attribs['Id'] ?? '', attribs['Target'] ?? '']),
  );
}
