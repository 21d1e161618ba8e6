/** A text run of a page. Lengths in points; for the reader of the run, `x` grows to the right and `y` upwards. */
export interface PdfRun {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font size. */
  readonly size: number;
  /** Rotation of the text, in degrees counter-clockwise. Runs of different angles have separate coordinate systems. */
  readonly angle: number;
  /** Link target. */
  readonly href?: string;
  /** Small and raised or lowered beside the rest of its line: a power, an index, the mark of a footnote. */
  readonly shift?: 'sup' | 'sub';
}
