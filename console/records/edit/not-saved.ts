import { showToast } from '../../ui/status/toaster.tsx';

/** Says that what was sent from a form was not saved, once nobody sees the form, which would say so itself. */
export function tellNotSaved({ message }: Error, isKept: boolean): void {
  const text = isKept ? `${message} What you typed is kept: open the form again.` : message;
  void showToast({ title: 'Not saved', text, intent: 'danger' });
}
