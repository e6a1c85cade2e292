/**
 * Copies the text of an input or a textarea.
 * @returns false if the browser denies access to the clipboard (on plain http, or by its settings); the text is then
 * selected, for the person to copy
 */
export async function copyOrSelect(input: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  input.select();
  if (!clipboard) return false;
  try {
    await clipboard.writeText(input.value);
    return true;
  } catch {
    input.focus();
    input.select();
    return false;
  }
}
