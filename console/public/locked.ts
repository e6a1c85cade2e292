/**
 * Locks the fieldsets of a part of the page while what they say is being sent, so that nothing changes that would not
 * be sent, or unlocks them. Locked fields can be read, but are not in the data of their form.
 * @param status says why; takes the focus from what is locked, which a browser would drop
 */
export function setLocked(part: ParentNode, isLocked: boolean, status: HTMLElement): void {
  const sets = [...part.querySelectorAll('fieldset')];
  const hadFocus = sets.some((set) => set.contains(document.activeElement));
  for (const set of sets) set.disabled = isLocked;
  if (isLocked && hadFocus) status.focus({ preventScroll: true });
}
