import { ApiError } from '../../data/api.ts';
import { showToast } from '../../ui/status/toaster.tsx';

/**
 * Says that what was sent from a form was not saved, once nobody sees the form, which would say so itself; without an answer
 * it may have been.
 */
export function tellNotSaved(error: Error, isKept: boolean): void {
  const { message } = error;
  const title = error instanceof ApiError && error.isOffline ? 'No answer came' : 'Not saved';
  const text = isKept ? `${message} What you typed is kept: open the form again.` : message;
  void showToast({ title, text, intent: 'danger' });
}
