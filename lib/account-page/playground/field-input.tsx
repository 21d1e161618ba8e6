import { useId } from 'preact/hooks';

import type { FieldValue } from './form-values.ts';
import type { FormField } from './operation-form.ts';
import type { PlaygroundTexts } from './playground-texts.ts';

interface FieldProps {
  readonly field: FormField;
  readonly value: FieldValue | undefined;
  readonly problem: keyof PlaygroundTexts['problems'] | undefined;
  readonly texts: PlaygroundTexts;
  readonly onChange: (value: FieldValue) => void;
}

/** Text of the contract, with `code` in backticks. */
function Meaning({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}

interface ControlProps {
  readonly id: string;
  readonly describedBy: string;
  readonly field: FormField;
  readonly value: FieldValue | undefined;
  readonly isWrong: boolean;
  readonly onChange: (value: FieldValue) => void;
}

const rowsOf: Partial<Record<FormField['kind'], number>> = { lines: 2, json: 8 };

function TextControl({ id, describedBy, field, value, isWrong, onChange }: ControlProps) {
  const { kind, isRequired, minimum, maximum } = field;
  const shared = {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': isWrong,
    'aria-required': isRequired,
    value: typeof value === 'string' ? value : '',
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
    spellcheck: false,
    autocomplete: 'off',
  } as const;
  if (kind === 'text') return <input type="text" {...shared} />;
  if (kind === 'number') return <input type="number" {...shared} min={minimum} max={maximum} step="any" />;
  return <textarea {...shared} rows={rowsOf[kind] ?? 3} class={kind === 'json' ? 'code' : ''} />;
}

function ChoiceControl({ id, describedBy, field, value, onChange }: ControlProps) {
  return (
    <select
      id={id}
      aria-describedby={describedBy}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {(field.choices ?? []).map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}

function Choices({ field, value, texts, onChange }: Omit<FieldProps, 'problem'>) {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  const choose = (choice: string, isChosen: boolean): void =>
    onChange((field.choices ?? []).filter((other) => (other === choice ? isChosen : chosen.includes(other))));
  return (
    <fieldset class="field">
      <legend>
        <code>{field.name}</code>
        {field.isRequired && <span class="quiet small"> {texts.required}</span>}
      </legend>
      <div class="choices">
        {(field.choices ?? []).map((choice) => (
          <label key={choice}>
            <input
              type="checkbox"
              checked={chosen.includes(choice)}
              onChange={(event) => choose(choice, event.currentTarget.checked)}
            />{' '}
            {choice}
          </label>
        ))}
      </div>
      <p class="hint">
        <Meaning text={field.meaning} />
      </p>
    </fieldset>
  );
}

function Switch({ field, value, onChange }: Omit<FieldProps, 'problem' | 'texts'>) {
  const id = useId();
  return (
    <div class="field switch">
      <label>
        <input
          type="checkbox"
          role="switch"
          checked={value === true}
          aria-checked={value === true}
          aria-describedby={id}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />{' '}
        <code>{field.name}</code>
      </label>
      <p id={id} class="hint">
        <Meaning text={field.meaning} />
      </p>
    </div>
  );
}

function exampleOf({ kind, example }: FormField): string {
  const shown: unknown = kind === 'lines' && Array.isArray(example) ? example[0] : example;
  return typeof shown === 'string' ? shown : JSON.stringify(shown);
}

/** One field of a request: its name, how it is entered, and what it means. */
export function FieldInput({ field, value, problem, texts, onChange }: FieldProps) {
  const id = useId();
  if (field.kind === 'switch') return <Switch field={field} value={value} onChange={onChange} />;
  if (field.kind === 'choices')
    return <Choices field={field} value={value} texts={texts} onChange={onChange} />;
  const hintId = `${id}-hint`;
  const control = { id, describedBy: hintId, field, value, isWrong: problem !== undefined, onChange };
  return (
    <div class="field">
      <label for={id}>
        <code>{field.name}</code>
        {field.isRequired && <span class="quiet small"> {texts.required}</span>}
        {field.kind === 'lines' && <span class="quiet small"> {texts.oneEachLine}</span>}
      </label>
      {field.kind === 'choice' ? <ChoiceControl {...control} /> : <TextControl {...control} />}
      <p id={hintId} class="hint">
        {problem !== undefined && <strong class="problem">{texts.problems[problem]} </strong>}
        <Meaning text={field.meaning} />. {texts.example(exampleOf(field))}
      </p>
    </div>
  );
}
