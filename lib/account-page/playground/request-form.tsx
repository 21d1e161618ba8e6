import { useState } from 'preact/hooks';

import { FieldInput } from './field-input.tsx';
import type { Entered, FormValues, FieldValue } from './form-values.ts';
import type { FormField, OperationForm } from './operation-form.ts';
import type { PlaygroundTexts } from './playground-texts.ts';

export interface RequestFormProps {
  readonly form: OperationForm;
  readonly values: FormValues;
  readonly entered: Entered;
  /** Problems are shown once somebody has tried to run the request. */
  readonly showsProblems: boolean;
  readonly isRunning: boolean;
  readonly texts: PlaygroundTexts;
  readonly onChange: (values: FormValues) => void;
  readonly onRun: () => void;
  readonly onStop: () => void;
}

/** Optional fields that most requests set; the others are folded away. */
const usual = new Set(['formats', 'limit', 'prompt', 'schema', 'parseResults', 'aiPrompt', 'showSources']);
const isUsual = ({ name, isRequired }: FormField): boolean => isRequired || usual.has(name);

/** The form of an operation. */
export function RequestForm(props: RequestFormProps) {
  const { form, values, entered, showsProblems, isRunning, texts, onChange, onRun, onStop } = props;
  const set = (name: string, value: FieldValue): void => onChange({ ...values, [name]: value });
  const input = (field: FormField) => (
    <FieldInput
      key={`${form.operation}-${field.name}`}
      field={field}
      value={values[field.name]}
      problem={showsProblems ? entered.problems[field.name] : undefined}
      texts={texts}
      onChange={(value) => set(field.name, value)}
    />
  );
  const others = form.fields.filter((field) => !isUsual(field));
  // A field that is emptied must not fold away under the cursor.
  const [isOpen, setIsOpen] = useState(() => others.some(({ name }) => Object.hasOwn(entered.body, name)));
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
      noValidate
    >
      {form.fields.filter(isUsual).map(input)}
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{texts.options}</summary>
        {others.map(input)}
      </details>
      <div class="buttons start">
        <button type="submit" class="primary" disabled={isRunning} aria-busy={isRunning}>
          {isRunning ? texts.running : texts.run}
        </button>
        {isRunning && (
          <button type="button" onClick={onStop}>
            {texts.stop}
          </button>
        )}
      </div>
    </form>
  );
}
