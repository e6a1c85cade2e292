import { jobPick, unscheduledJobPicker } from '../../../entities/job/job-picker.ts';
import { NewJobDialog } from '../../../entities/job/new-job-dialog.tsx';
import type { PickerKind } from '../../../records/edit/record-picker.tsx';

/** Unscheduled jobs; one that somebody has just called about can be added in place. */
export const emergencyPicker: PickerKind = {
  ...unscheduledJobPicker,
  adds: [
    {
      text: 'Add a new job',
      dialog: ({ onAdded, onClose }) => (
        <NewJobDialog priority="urgent" onCreated={(job) => onAdded(jobPick(job))} onClose={onClose} />
      ),
    },
  ],
};
