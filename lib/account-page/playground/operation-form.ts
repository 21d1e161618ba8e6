/** How a field of a request is entered. `lines` has one text a line, `json` any JSON value. */
export type FieldKind = 'text' | 'longText' | 'number' | 'switch' | 'choice' | 'choices' | 'lines' | 'json';

export interface FormField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** What the field means, in English; `code` is in backticks. */
  readonly meaning: string;
  readonly example: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices?: readonly string[];
  /** A `json` field that takes plain text, too, such as the URL of a webhook without settings. */
  readonly takesText?: true;
}

/** A billed operation and the fields of its request, in the order of the contract. */
export interface OperationForm {
  readonly operation: string;
  readonly path: string;
  readonly summary: string;
  readonly fields: readonly FormField[];
}
