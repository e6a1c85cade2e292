/** Copies a text. @returns false if the browser denies access to the clipboard: on plain http, or by its settings */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    await clipboard?.writeText(text);
    return clipboard !== undefined;
  } catch {
    return false;
  }
}

/**
 * Copies the text of an input or a textarea.
 * @returns false if the browser denies access to the clipboard (on plain http, or by its settings); the text is then
 * selected, for the person to copy
 */
export async function copyOrSelect(input: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  input.select();
  if (await copyText(input.value)) return true;
  input.focus();
  input.select();
  return false;
}
