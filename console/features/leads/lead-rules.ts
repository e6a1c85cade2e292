import type { Values } from '../../ui/fields.ts';
import { showToast } from '../../ui/toaster.tsx';

/** A lead without a name is not sent; says so. */
export function isNameMissing(values: Values): boolean {
  if (values['name']?.trim()) return false;
  void showToast({ title: 'Validation Error', text: 'Lead name is required.', intent: 'danger' });
  return true;
}
