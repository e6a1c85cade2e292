import { Dialog, DialogBody, Tab, Tabs } from '@blueprintjs/core';
import { InvoiceForJobs } from './invoice-for-jobs.tsx';
import { InvoiceOfLines } from './invoice-of-lines.tsx';

interface GenerateInvoiceDialogProps {
  /** The job that is invoiced, where it was begun there. */
  jobId: string | undefined;
  /** Opens one that was made. */
  onOpen(id: string): void;
  onClose(): void;
}

/** Makes invoices: of finished jobs, one or many at once, or of lines that are typed. */
export function GenerateInvoiceDialog(props: GenerateInvoiceDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title="Generate Invoice"
      className="hw-dialog hw-dialog-wide"
      canOutsideClickClose={false}
    >
      <DialogBody>
        <Tabs id="generate-invoice" renderActiveTabPanelOnly>
          <Tab id="jobs" title="Finished jobs" panel={<InvoiceForJobs {...props} />} />
          <Tab id="lines" title="Free lines" panel={<InvoiceOfLines {...props} />} />
        </Tabs>
      </DialogBody>
    </Dialog>
  );
}
