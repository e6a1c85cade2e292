import { type CommandOptions, useCommand } from '../../data/use-command.ts';
import { showToast, type Toast } from '../../ui/status/toaster.tsx';
import { type Act, offerUndo } from './undo.ts';

interface ActOptions<Input, Data> extends Pick<CommandOptions<Input, Data, unknown>, 'command' | 'collections'> {
  /** What it says once it is done. */
  done(data: Data, input: Input): Toast;
  /** The record on which Undo takes it back; null or left out where that cannot be. */
  undoneOn?(data: Data, input: Input): Pick<Act, 'category' | 'id'> | null;
}

/** An act that is done at once: a toast says what it did, with its Undo, or why it was refused. */
export function useAct<Input, Data>({ done, undoneOn, ...command }: ActOptions<Input, Data>) {
  return useCommand<Input, Data>({
    ...command,
    onSuccess({ data, commandId }, input) {
      const record = undoneOn?.(data, input);
      const undo = record && offerUndo({ ...record, commandId }, command.collections);
      void showToast({ ...done(data, input), ...undo });
    },
    onError: tellRefused,
  });
}

/** Says why an act was refused. */
export function tellRefused({ message }: Error): void {
  void showToast({ title: 'Error', text: message, intent: 'danger' });
}
