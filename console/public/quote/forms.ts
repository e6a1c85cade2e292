import type { PublicQuote } from '../../../api/public-quotes/schema.ts';
import { QUOTE_LIMITS } from '../../../domain/quote/terms.ts';
import { el } from '../elements.ts';
import { money, ofCents } from '../link/texts.ts';
import type { Act } from './calls.ts';
import { keep, kept } from './kept.ts';
import { itemLine, itemText, totalsOf, totalsTable } from './parts.ts';

// The forms of the page. Input is kept at every keystroke.

/** Sends a form's values; its messages appear in the form. */
export type Submit = (act: Act, body: object) => void;

/** The items with the optional ones to choose from, and the totals. */
export function offer(quote: PublicQuote, onTotal: (total: string) => void): Node[] {
  const totals = el('div');
  const choices = quote.items.filter(({ isOptional }) => isOptional);
  const chosen = kept.chosen.filter((id) => choices.some((item) => item.id === id));
  if (chosen.length < kept.chosen.length) keep({ chosen });
  const count = () => {
    const sums = totalsOf(quote, kept.chosen);
    totals.replaceChildren(totalsTable(quote, sums));
    onTotal(ofCents(sums.total));
  };
  count();
  const boxes = choices.map((item) => {
    const box = el('input', { type: 'checkbox', 'data-testid': `checkbox-option-${item.id}` });
    box.checked = kept.chosen.includes(item.id);
    box.addEventListener('change', () => {
      const others = kept.chosen.filter((id) => id !== item.id);
      keep({ chosen: box.checked ? [...others, item.id] : others });
      count();
    });
    const words = el('span', { class: 'words' }, itemText(item));
    return el('li', {}, el('label', { class: 'item' }, box, words, el('span', { class: 'price' }, money(item.total))));
  });
  const always = quote.items.filter(({ isOptional }) => !isOptional).map((item) => itemLine(item));
  return [
    el('section', {}, el('h2', {}, 'The work'), el('ul', { class: 'items' }, always)),
    ...(boxes.length > 0
      ? [el('fieldset', {}, el('legend', {}, 'Choose any extras you would like'), el('ul', { class: 'items' }, boxes))]
      : []),
    totals,
  ];
}

export function approveForm(quote: PublicQuote, submit: Submit): { form: HTMLElement; setTotal(total: string): void } {
  const button = el('button', { class: 'button', 'data-testid': 'button-approve' });
  const name = field('input', 'signature', 'Type your full name to sign', { autocomplete: 'name' });
  const terms = el('p', { class: 'about', id: 'terms' });
  name.input.setAttribute('aria-describedby', 'terms signature-error');
  const form = actForm('approve', [name.all, terms, button], () => {
    if (!kept.signature.trim()) return name.refuse('Type your name to sign the quote.');
    submit('approve', { version: quote.version, signature: kept.signature, optionalItemIds: kept.chosen });
  });
  return {
    form: el('section', { class: 'card' }, el('h2', {}, 'Approve'), form),
    setTotal(total) {
      button.textContent = `Approve ${total}`;
      terms.textContent = `By typing your name you accept version ${quote.version} of this quote, as it is shown here: ${total}.`;
    },
  };
}

export function askForm(submit: Submit): HTMLElement {
  const text = field('textarea', 'question', 'Your question', { rows: 3 });
  const button = el('button', { class: 'button plain', 'data-testid': 'button-ask' }, 'Send question');
  const form = actForm('question', [text.all, button], () => {
    if (!kept.question.trim()) return text.refuse('Enter your question.');
    submit('question', { question: kept.question });
  });
  return folded('Ask a question', form, kept.question !== '');
}

export function declineForm(submit: Submit): HTMLElement {
  const text = field('textarea', 'reason', 'Why not? (optional)', { rows: 2 });
  const button = el('button', { class: 'button plain', 'data-testid': 'button-decline' }, 'Decline this quote');
  const form = actForm('decline', [text.all, button], () => submit('decline', { reason: kept.reason }));
  return folded('Decline', form, kept.reason !== '');
}

function folded(title: string, form: HTMLElement, open: boolean): HTMLElement {
  return el('details', { class: 'card', open }, el('summary', {}, title), form);
}

function actForm(act: Act, parts: readonly HTMLElement[], submit: () => void): HTMLElement {
  const fields = el('fieldset', { class: 'fields', role: 'presentation' }, parts);
  const form = el('form', { 'data-act': act, novalidate: true }, fields);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  return form;
}

function field(
  tag: 'input' | 'textarea',
  name: 'signature' | 'question' | 'reason',
  label: string,
  attributes: Record<string, string | number>,
) {
  const error = el('span', { class: 'error', id: `${name}-error`, role: 'alert' });
  const given = { ...attributes, id: name, maxlength: QUOTE_LIMITS[name], 'aria-describedby': `${name}-error` };
  const input = el(tag, { ...given, 'data-testid': `input-${name}` });
  input.value = kept[name];
  input.addEventListener('input', () => {
    keep({ [name]: input.value });
    refuse('');
  });
  const refuse = (message: string) => {
    error.textContent = message;
    input.setAttribute('aria-invalid', String(message !== ''));
    if (message !== '') input.focus();
  };
  return { input, refuse, all: el('div', { class: 'field' }, el('label', { for: name }, label), input, error) };
}
