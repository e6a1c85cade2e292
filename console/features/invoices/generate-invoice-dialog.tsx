import { Dialog, DialogBody, Tab, Tabs } from '@blueprintjs/core';
import { InvoiceForJobs } from './invoice-for-jobs.tsx';
import { InvoiceOfLines } from './invoice-of-lines.tsx';

interface GenerateInvoiceDialogProps {
  /** The job to invoice, if it was opened from there. */
  jobId: string | undefined;
  /** Opens the new invoice. */
  onOpen(id: string, how?: 'return'): void;
  onClose(): void;
}

/** Creates invoices: for finished jobs, one or many at once, or from typed lines. */
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
