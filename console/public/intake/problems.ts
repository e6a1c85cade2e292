import { el } from '../elements.ts';

// A form's errors: beside each field, and in a summary that takes the focus.

/** One invalid field; `field` is the id of its input, or of the first of its choices. */
export interface Problem {
  field: string;
  text: string;
}

/** Like the server's rule: a domain has at least two parts. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s.@]{2,}$/;
/** Above a form in which only the email address is wrong. */
export const WRONG_EMAIL = ['Please check your email address', 'We could not send a quote there.'] as const;

/** What is wrong with the email address that was typed; nothing if there is none. */
export function emailProblems(input: HTMLInputElement): Problem[] {
  const address = input.value.trim();
  const isWrong = input.validity.typeMismatch || (address !== '' && !EMAIL.test(address));
  return isWrong ? [{ field: input.id, text: 'Enter an email address like name@example.com.' }] : [];
}

/** Whether nothing but the email address is wrong. */
export function isOnlyEmail(problems: readonly Problem[]): boolean {
  return problems.length > 0 && problems.every(({ field }) => field === 'email');
}

/** Shows the errors, and moves the focus there. @param text about the form as a whole */
export function showProblems(title: string, text: string, problems: readonly Problem[] = []): void {
  clearProblems();
  const links = problems.map((problem) => {
    const link = el('a', { href: `#${problem.field}` }, problem.text);
    link.addEventListener('click', (event) => {
      event.preventDefault();
      document.getElementById(problem.field)?.focus();
    });
    return el('li', {}, link);
  });
  document.getElementById('problem-title')?.replaceChildren(title);
  document.getElementById('problem-text')?.replaceChildren(text);
  const box = document.getElementById('problem');
  if (box) box.dataset['shown'] = 'true';
  if (links.length > 0) box?.append(el('ul', {}, links));
  for (const problem of problems) mark(problem);
  box?.focus();
}

export function clearProblems(): void {
  const box = document.getElementById('problem');
  if (box) box.dataset['shown'] = 'false';
  document.getElementById('problem-text')?.replaceChildren();
  document.querySelector('#problem ul')?.remove();
  for (const marked of document.querySelectorAll('[aria-invalid]')) unmark(marked);
}

function mark({ field, text }: Problem): void {
  const input = document.getElementById(field);
  const marked = input?.closest('.choice') ?? input;
  const id = `${field}-error`;
  marked?.setAttribute('aria-invalid', 'true');
  marked?.setAttribute('aria-describedby', `${marked.getAttribute('aria-describedby') ?? ''} ${id}`.trim());
  marked?.closest('.field, .choice')?.append(el('span', { class: 'error', id }, text));
}

/** A field being corrected no longer counts as invalid. */
export function unmark(marked: Element): void {
  const error = marked.closest('.field, .choice')?.querySelector('.error');
  if (!error) return;
  const others = (marked.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== error.id);
  marked.removeAttribute('aria-invalid');
  if (others.length > 0) marked.setAttribute('aria-describedby', others.join(' '));
  else marked.removeAttribute('aria-describedby');
  error.remove();
}
