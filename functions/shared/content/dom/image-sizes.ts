import type { Element } from 'domhandler';

/** The declared width and height of an image in pixels; one that is missing is that of a square. */
export function sidesOf({ attribs }: Element): readonly number[] | undefined {
  const known = [attribs['width'], attribs['height']]
    .map((side) => Number.parseFloat(side ?? ''))
    .filter((side) => !Number.isNaN(side));
  const [side] = known;
  return side === undefined ? undefined : known.length === 1 ? [side, side] : known;
}

/** Larger images show more than an icon does. */
const maxIconSide = 24;

/** Whether an image is as small as an icon. */
export const isOfIconSize = (image: Element): boolean =>
  sidesOf(image)?.every((side) => side > 0 && side <= maxIconSide) === true;
