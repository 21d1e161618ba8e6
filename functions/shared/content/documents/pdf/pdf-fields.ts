import type { PdfRun } from './pdf-run.ts';

/** An annotation as the reader gives it. */
export type Annotation = Readonly<Record<string, unknown>>;

/** Each field is compared with every text run of its page. */
const maxFields = 500;
/** All fields of a file may name one long text. */
const maxFieldCharacters = 20_000;
/** The font size of fields that leave it to the reader. */
const usualSize = 11;
/** In font sizes. Fields stand a little higher or lower than their labels. */
const sameBaseline = 0.8;
const lineHeight = 1.2;
/** ISO 32000-2, table 167: hidden, and not shown on a screen. */
const hiddenFlags = 2 | 32;

const isRecord = (value: unknown): value is Annotation => typeof value === 'object' && value !== null;

function chosenText({ fieldValue, options }: Annotation): string {
  const names = new Map(
    (Array.isArray(options) ? options.filter(isRecord) : []).map((option) => [
      option['exportValue'],
      option['displayValue'],
    ]),
  );
  const values: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values
    .map((value) => names.get(value) ?? value)
    .filter((value) => typeof value === 'string')
    .join(', ');
}

/** What a field or a note on the page says; empty for other annotations. */
function textOf(annotation: Annotation): string {
  const { subtype, contentsObj, fieldType, fieldValue, password, checkBox, radioButton } = annotation;
  if (subtype === 'FreeText' && isRecord(contentsObj))
    return typeof contentsObj['str'] === 'string' ? contentsObj['str'] : '';
  if (subtype !== 'Widget' || password === true) return '';
  if (fieldType === 'Tx' || fieldType === 'Ch') return chosenText(annotation);
  const onValue = checkBox === true ? annotation['exportValue'] : annotation['buttonValue'];
  if (checkBox === true || radioButton === true) return fieldValue === onValue ? '☑' : '☐';
  return '';
}

const numbersOf = (value: unknown): readonly number[] => (Array.isArray(value) ? (value as number[]) : []);

/** A field as a text run of the page, at the place of the field; none for an empty one. */
function runsOfField(annotation: Annotation): readonly PdfRun[] {
  const { rect, annotationFlags, defaultAppearanceData: appearance } = annotation;
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(rect);
  const text = textOf(annotation).slice(0, maxFieldCharacters).trim();
  if (text === '' || (Number(annotationFlags) & hiddenFlags) !== 0) return [];
  const size = (isRecord(appearance) && Number(appearance['fontSize'])) || usualSize;
  const hasOneLine = top - bottom < 2 * lineHeight * size;
  const y = hasOneLine ? (bottom + top) / 2 - size / 3 : top - size;
  // Fields may touch the text beside them.
  return [{ text: ` ${text} `, x: left, y, width: right - left, size, angle: 0 }];
}

/** The heights of the text that fields can stand beside, and `NaN` for other runs. */
const heightsOf = (runs: readonly PdfRun[]): Float64Array =>
  Float64Array.from(runs, ({ angle, text, y }) => (angle === 0 && text.trim() !== '' ? y : Number.NaN));

/** Where the text of a field belongs: beside the text on its line, or before the text below it. */
function placeOf(
  field: PdfRun,
  runs: readonly PdfRun[],
  heights: Float64Array,
): { readonly index: number; readonly y: number } {
  const tolerance = sameBaseline * field.size;
  let before: number | undefined;
  let behind: number | undefined;
  let below: number | undefined;
  // Plain numbers, read once: a hostile file has 250 million pairs of a field and a text run.
  for (let index = 0; index < heights.length; index++) {
    const y = heights[index] ?? Number.NaN;
    if (y < field.y) below ??= index;
    if (!(Math.abs(y - field.y) < tolerance)) continue;
    if ((runs[index]?.x ?? 0) < field.x) before = index;
    else behind ??= index;
  }
  const beside = before ?? behind;
  const y = beside === undefined ? field.y : (runs[beside]?.y ?? field.y);
  return { index: before === undefined ? (behind ?? below ?? runs.length) : before + 1, y };
}

/** The text of a page with what was filled into its forms and written on it, in reading order. */
export function withFields(runs: readonly PdfRun[], annotations: readonly Annotation[]): readonly PdfRun[] {
  const fields = annotations.flatMap(runsOfField).slice(0, maxFields);
  if (fields.length === 0) return runs;
  const heights = heightsOf(runs);
  const added = new Map<number, PdfRun[]>();
  for (const field of fields.toSorted((a, b) => b.y - a.y || a.x - b.x)) {
    const { index, y } = placeOf(field, runs, heights);
    const others = added.get(index) ?? [];
    others.push({ ...field, y });
    added.set(index, others);
  }
  return [...runs.keys(), runs.length].flatMap((index) => {
    const run = runs[index];
    return [...(added.get(index) ?? []), ...(run === undefined ? [] : [run])];
  });
}
