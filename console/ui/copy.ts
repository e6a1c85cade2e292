/**
 * Copies what an input or a text area holds.
 * @returns false where the browser gives no way to the clipboard (on plain http, or by its settings); the text is then
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
