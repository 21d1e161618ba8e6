import { AppError } from '#shared/kernel/errors.ts';
import type { OfficeArchive } from './office-archive.ts';
import { descendantsNamed } from './xml-elements.ts';

interface Relation {
  readonly id: string;
  /** The end of the URL of the type, which differs at its beginning between versions: `styles`. */
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}

/** What a part refers to (ECMA-376-2, Relationships); `''` is the whole package. Ids are those of the part. */
function relationsOf(archive: OfficeArchive, part: string): readonly Relation[] {
  const relations = archive.xml(part.replace(/[^/]*$/, (name) => `_rels/${name}.rels`));
  return descendantsNamed(relations, 'Relationship').map(({ attribs }) => ({
    id: attribs['Id'] ?? '',
    type: (attribs['Type'] ?? '').replace(/^.*\//, ''),
    target: attribs['Target'] ?? '',
    isExternal: attribs['TargetMode'] === 'External',
  }));
}

/**
 * The path of a part that another one refers to. Some programs write paths from the root without their first slash, or with the slashes
 * of Windows.
 */
function partPath(archive: OfficeArchive, from: string, target: string): string {
  const written = target.replaceAll('\\', '/');
  const path = URL.parse(written, `part:///${from}`)?.pathname.slice(1) ?? written;
  return archive.find(path) ?? archive.find(written.replace(/^\//, '')) ?? path;
}

/** URLs that a part such as `word/document.xml` links to, by id. */
export const linkTargets = (archive: OfficeArchive, part: string): ReadonlyMap<string, string> =>
  new Map(
    relationsOf(archive, part)
      .filter(({ isExternal }) => isExternal)
      .map(({ id, target }) => [id, target]),
  );

/** The paths of the parts that a part refers to, by id. */
export const partTargets = (archive: OfficeArchive, part: string): ReadonlyMap<string, string> =>
  new Map(
    relationsOf(archive, part)
      .filter(({ isExternal }) => !isExternal)
      .map(({ id, target }) => [id, partPath(archive, part, target)]),
  );

/** The path of the part of a type that a part refers to; the `usual` one when it names none that is there. */
export function relatedPart(archive: OfficeArchive, part: string, type: string, usual: string): string {
  const relation = relationsOf(archive, part).find((each) => each.type === type && !each.isExternal);
  const path = relation === undefined ? usual : partPath(archive, part, relation.target);
  return archive.find(path) ?? usual;
}

/** The path of the part in which a document begins. Throws UNSUPPORTED_TYPE when it is missing. */
export function mainPart(archive: OfficeArchive, usual: string): string {
  const part = relatedPart(archive, '', 'officeDocument', usual);
  if (archive.find(part) === undefined)
    throw new AppError('UNSUPPORTED_TYPE', 'The office document has no main part.');
  return part;
}
