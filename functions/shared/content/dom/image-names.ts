import type { Element } from 'domhandler';

/** Formats of icons; photographs have others. */
export const iconFormat = /\.(?:svg|gif|ico)(?:[?#]|$)/i;

interface ImageName {
  readonly folder: string;
  readonly stem: string;
}

/** The part of a file name that names the size of an image: `lamp-640x400`, `il_1588xN.lamp`, `lamp.fill.size_640x400.v2`, `lamp.r_d.800-478`. */
const sizeInName =
  /^[a-z]{1,4}_\d+x(?:\d+|N)\.|(?:(?:[-_]|(?<!\d))\d+x\d+|(?:\.f\w{2,4})?\.size_\d+x\d+(?:\.v\d+)?|\.[a-z]_[a-z]\.\d{2,4}-\d{2,4}(?:-\d{1,4})*|[-_](?:small|medium|large|thumb))$/i;

const pathOf = (source: string): string => source.slice(0, /[?#]|$/.exec(source)?.index);

const imageFormats = 'jpe?g|png|webp|gif|avif|svg|bmp';
const imageExtension = new RegExp(`\\.(?:${imageFormats})$`, 'i');
const imagePath = new RegExp(`\\.(?:${imageFormats})(?:[?#]|$)`, 'i');

/** Whether a URL is that of an image file: many images link to a larger copy of themselves. */
export const isImageUrl = (url: string): boolean => imagePath.test(url);

/** Folder and name of an image file; a script that serves images has one name for all of them. */
function imageNameOf(source: string): ImageName {
  const path = pathOf(source);
  const nameAt = path.lastIndexOf('/') + 1;
  const name = path.slice(nameAt);
  const extension = imageExtension.exec(name);
  if (extension === null) return { folder: '', stem: source };
  return { folder: path.slice(0, nameAt), stem: name.slice(0, extension.index).replace(sizeInName, '') };
}

/** Generic file names: in another folder, such a name is another image. */
const genericName =
  /^(?:.{1,4}|\d+|(?:(?:hero[-_]?)?image|img|photo|picture|pic|cover|main|full|large|small|medium|thumb|thumbnail|preview|original|(?:hq|mq|sd|maxres)?default|hq720|poster|banner)[-_]?\d*)$/i;

/** Publishing systems name an image by an id, in all of its sizes. In a folder, it may be that of an account. */
const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;
function idOf(source: string): string | undefined {
  const path = pathOf(source);
  const name = path.slice(path.lastIndexOf('/') + 1);
  // The query of a file is the number of its version.
  return uuid
    .exec(imageExtension.test(name) ? name : source.slice(path.lastIndexOf('/') + 1))?.[0]
    .toLowerCase();
}

/** The id in a folder, which tells images of one name apart: those of a shoe in each of its colors. */
const idOfFolder = (folder: string): string => uuid.exec(folder)?.[0].toLowerCase() ?? '';

/** The same for all URLs of one image, in all of its sizes. */
export function imageKey(source: string): string {
  const { folder, stem } = imageNameOf(source);
  return idOf(source) ?? (genericName.test(stem) ? folder + stem : idOfFolder(folder) + stem);
}

/** Whether two URLs are those of one image, perhaps in two sizes. */
export const isSameImage = (one: string, other: string): boolean => imageKey(one) === imageKey(other);

/** Names such as `14-487-048-09` are those of one image in every folder; `front` is another one in each. */
const ownName = /^(?=.*\d).{8,}$/;

/** Whether two URLs are those of one file, perhaps in two sizes: in one folder, or with a name that only one has. */
export function isSameFile(one: string, other: string): boolean {
  if (one === other || (idOf(one) !== undefined && idOf(one) === idOf(other))) return true;
  const [first, second] = [imageNameOf(one), imageNameOf(other)];
  if (idOfFolder(first.folder) !== idOfFolder(second.folder)) return false;
  return first.stem === second.stem && (first.folder === second.folder || ownName.test(first.stem));
}

const pixels = /(?:^|[-_/=,])(\d{2,4})x(\d{2,4})(?!\d)/;

/** The width that the URL of an image names; `undefined` without one. */
export function widthInName(source: string): number | undefined {
  const width = pixels.exec(source)?.[1];
  return width === undefined ? undefined : Number(width);
}

/** `blank.jpg`, `no-image.png`, `placeholder-800x600.png`: what is shown where there is no image. */
const nameOfNone =
  /^(?:(?:img|image)[-_])?(?:blank|spacer|place-?holder|transparent|(?:default|missing|(?:sorry[-_]?)?no)[-_]?(?:image|img|photo|picture|pic|thumb(?:nail)?)|(?:image|photo)[-_]?not[-_]?(?:available|found)|(?:1x1|pixel)[-_]?(?:transparent)?|na\d+x\d+)(?:[-_](?:image|img|large|small|\d+(?:x\d+)?))*$/i;

/** Whether the name of a file tells that it shows nothing. */
export function isNameOfNone(source: string): boolean {
  const path = pathOf(source);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return imageExtension.test(name) && nameOfNone.test(name.replace(imageExtension, ''));
}

const wordIcon = /(?:^|[-_.\s])icons?(?:$|[-_.\s\d])/i;

/** Whether the file or the class of an image is named icon. */
export function isNamedIcon({ attribs }: Element): boolean {
  const path = pathOf(attribs['src'] ?? '');
  return wordIcon.test(path.slice(path.lastIndexOf('/') + 1)) || wordIcon.test(attribs['class'] ?? '');
}
