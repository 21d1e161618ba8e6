import { type Element, isTag } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { ancestor, type ElementIndex } from '#shared/content/dom/element-edit.ts';

/** Forms around a page have more. */
const maxFormElements = 200;
/** The labels of a form for a comment or a message are shorter. */
const maxLabelCharacters = 300;
/** Forms that say what they are about, have headings. */
const higherHeadings = ['h1', 'h2', 'h3', 'h4'] as const;

function isFormForText(form: Element, index: ElementIndex): boolean {
  if (!index.holds(form, 'textarea') || index.holds(form, ...higherHeadings)) return false;
  if (index.elementsIn(form) > maxFormElements) return false;
  return rawText(form).replaceAll(/\s+/g, ' ').length <= maxLabelCharacters;
}

/** Tests of the reader have more questions. */
const maxQuestions = 8;
const minQuestions = 2;
const minAnswers = 3;
const maxRatingCharacters = 1_000;
const maxBoxLevels = 2;
/** "Please rate this article." */
const maxRequestCharacters = 160;

const labelOf = ({ parent }: Element): string =>
  parent === null || !isTag(parent)
    ? ''
    : rawText(parent, maxRequestCharacters).replaceAll(/\s+/g, ' ').trim();

/** Whether a form asks a few questions that all have the same answers, from "I agree" to "I do not". */
function isRating(form: Element, index: ElementIndex): boolean {
  if (!index.holds(form, 'input') || index.elementsIn(form) > maxFormElements) return false;
  if (index.textLength(form) > maxRatingCharacters) return false;
  const questions = new Map<string, string[]>();
  const visit = ({ children }: Element): boolean =>
    children.filter(isTag).every((child) => {
      const { name, attribs } = child;
      if (name !== 'input' || attribs['type'] === 'hidden' || attribs['type'] === 'submit')
        return visit(child);
      const { name: question = '', type } = attribs;
      questions.set(question, [...(questions.get(question) ?? []), labelOf(child)]);
      return type === 'radio';
    });
  const isOfChoices = visit(form);
  const answers = new Set([...questions.values()].map((labels) => labels.join('\n')));
  const [first = []] = questions.values();
  const isFew = questions.size >= minQuestions && questions.size <= maxQuestions;
  return isOfChoices && isFew && answers.size === 1 && first.length >= minAnswers;
}

/** The box of a form that has no text besides a request to fill it in. */
function boxOf(form: Element, index: ElementIndex): Element {
  const length = index.textLength(form);
  const around: Element[] = [];
  ancestor(form, maxBoxLevels, (box) => {
    const isOwn =
      index.textLength(box) - length <= maxRequestCharacters &&
      !index.holds(box, 'h1', 'img', 'picture', 'video', 'iframe');
    if (isOwn) around.push(box);
    return !isOwn;
  });
  return around.at(-1) ?? form;
}

/** The forms in which readers write a comment or a message, or rate the page, with what asks them to. */
export function readerForms(index: ElementIndex): readonly Element[] {
  const hasChoices = index.named('input').some(({ attribs }) => attribs['type'] === 'radio');
  return index.named('form').flatMap((form) => {
    if (isFormForText(form, index)) return [form];
    return hasChoices && isRating(form, index) ? [boxOf(form, index)] : [];
  });
}
