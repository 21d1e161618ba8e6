/** Words for a count; `#` stands for the number. Languages use the forms that they have. */
export interface PluralForms {
  readonly one?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

/** Chooses the word for a count by the rules of a language (Unicode CLDR). */
export function pluralOf(locale: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count, forms) => {
    const form = forms[rules.select(count) as keyof PluralForms] ?? forms.other;
    return form.replace('#', numbers.format(count));
  };
}
